import type { ZodType } from 'zod'
import { bodyOf, describeField, type FieldMeta, type Form, postedName } from '#contract'
import { features } from '#features/index.ts'
import { emptyEmbed } from '#kit/message/contract.ts'
import type { Harness } from './harness.ts'
import type { Visitor } from './visitor.ts'

/** Every setting that a form posts. */
export const postedSettings = features.flatMap(({ contract }) =>
  Object.values<Form>(contract.forms).flatMap(form =>
    Object.entries(form.settings.shape)
      .filter(([key]) => key in contract.settings.shape)
      .map(([key, schema]) => ({ contract, form, key, meta: describeField(schema as ZodType) })),
  ),
)
export type PostedSetting = (typeof postedSettings)[number]

/** Items for lists that pages draw themselves. */
const embeds = [{ ...emptyEmbed, fields: [{ name: 'Opening hours', value: 'At nine', inline: false }] }]
const entries: Record<string, unknown> = {
  welcome_embed_more: embeds,
  farewell_embed_more: embeds,
  embedMore: embeds,
  words: [{ pattern: 'hello', kind: 'word' }],
  allowedLinks: ['example.com'],
  allowedInvites: ['palisade'],
  reasonTemplates: [{ name: 'spam', text: 'posts the same again and again' }],
}

/** A value that differs from the setting's current one. @param role one that can be chosen */
export function anotherValue(
  app: Pick<Harness, 'product' | 'guildId' | 'channel'>,
  { contract, key, meta }: PostedSetting,
  { role }: { role?: string } = {},
): unknown {
  const settings: Record<string, unknown> = app.product.services.settings.read(app.guildId, contract)
  const now = settings[key]
  const drawn: Partial<Record<FieldMeta['control'], () => unknown>> = {
    toggle: () => now !== true,
    number: () => (now === meta?.max ? meta?.min : meta?.max),
    text: () => `${String(now)}!`,
    message: () => `${String(now)}!`,
    colour: () => (now === '#068ADD' ? '#FFFFFF' : '#068ADD'),
    choice: () => meta?.options?.find(({ value }) => value !== now)?.value,
    channel: () => app.channel('general'),
    channels: () => [app.channel('general')],
    roles: () => role && [role],
  }
  const made = key in entries ? entries[key] : meta && drawn[meta.control]?.()
  if (made === undefined) throw new Error(`no other value for ${contract.name}.${key}`)
  return key.endsWith('URL') || key.endsWith('_image') ? 'https://example.org/picture.png' : made
}

/** Posts these settings to the form of one of them, under the keys that the form takes. */
export const postSettings = (
  app: Pick<Harness, 'guildId'>,
  visitor: Visitor,
  { form }: Pick<PostedSetting, 'form'>,
  values: Readonly<Record<string, unknown>>,
) =>
  visitor.call(
    'POST',
    `/api${form.address.replace(':guildId', app.guildId)}`,
    bodyOf(form, Object.fromEntries(Object.entries(values).map(([key, value]) => [postedName(form, key), value]))),
  )
