import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { invalidForm } from '../errors.ts'
import { image } from '../fields.ts'
import { optional, parseForm, text, url, whole } from '../form.ts'
import type { Application } from '../state.ts'
import { keepImage } from '../uploads.ts'
import { intentFlags } from '../users/view.ts'

const installParams = z.object({
  scopes: z.array(z.string()).min(1),
  permissions: z.union([z.string().regex(/^\d{1,20}$/), z.number().int().min(0)]).transform(String),
})

const settingsForm = z.object({
  description: optional(z.union([text(400), z.object({ default: text(400) }).transform(one => one.default)])),
  icon: image.optional(),
  cover_image: image.optional(),
  tags: optional(z.array(text(20)).max(5)),
  flags: optional(whole(0, 2 ** 31 - 1)),
  custom_install_url: url().nullish(),
  install_params: installParams.nullish(),
  interactions_endpoint_url: url(['https']).nullish(),
  role_connections_verification_url: url().nullish(),
  event_webhooks_url: url(['https']).nullish(),
  event_webhooks_status: optional(z.union([z.literal(1), z.literal(2)])),
  event_webhooks_types: optional(z.array(z.string())),
})

/**
 * Changes an application's own settings, without an event or audit entry. Changed intents take effect when it
 * identifies again. Discord verifies a URL for interactions or events first; no URL is verified here.
 * @throws DiscordError 50035
 */
export function editApplication(sandbox: Sandbox, application: Application, body: unknown): Application {
  const { description, flags, interactions_endpoint_url, event_webhooks_url, ...form } = parseForm(settingsForm, body)
  for (const [path, address] of Object.entries({ interactions_endpoint_url, event_webhooks_url }))
    if (address) throw invalidForm([{ path, code: 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID', message: unproven }])
  const icon = keepImage(sandbox, form.icon)
  const cover_image = keepImage(sandbox, form.cover_image)
  if (description !== undefined) application.description = description
  if (flags !== undefined)
    application.privilegedIntents = intentFlags.reduce(
      (sum, [intent, flag]) => ((flags & flag) === 0 ? sum : sum | intent),
      0,
    )
  const given = Object.fromEntries(
    Object.entries({ ...form, icon, cover_image }).filter(([, value]) => value !== undefined),
  )
  application.settings = { ...application.settings, ...given }
  return application
}

const unproven = 'The specified interactions endpoint url could not be verified.'

/** @returns the settings as an application's view shows them */
export function shownSettings({ settings = {} }: Application) {
  const { icon = null, cover_image, custom_install_url, install_params, tags, ...rest } = settings
  return {
    icon,
    ...(cover_image && { cover_image }),
    ...(custom_install_url && { custom_install_url }),
    ...(install_params && { install_params }),
    ...(tags && { tags }),
    event_webhooks_status: rest.event_webhooks_status ?? 1,
    ...(rest.event_webhooks_types && { event_webhooks_types: rest.event_webhooks_types }),
    role_connections_verification_url: rest.role_connections_verification_url ?? null,
  }
}
