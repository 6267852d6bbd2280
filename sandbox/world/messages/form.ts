import { MessageFlags } from 'discord-api-types/v10'
import { z } from 'zod'
import { DiscordError, type FieldProblem, invalidForm } from '../errors.ts'
import { optional, parseForm, snowflake, text, whole } from '../form.ts'
import { attachmentNotes } from './attachments.ts'
import { type ComponentNode, treeProblems } from './component-tree.ts'
import { layout, rows } from './components.ts'
import { embeds } from './embeds.ts'
import { allowedMentions } from './mentions.ts'
import { poll } from './poll.ts'

const int32 = whole(0, 2 ** 31 - 1)
/** Checked once the flags are known: they decide which components are allowed. */
const components = optional(z.array(z.unknown()).max(40))

/** The fields of a message that webhooks, interactions and channels all accept. */
export const bodyForm = z.object({
  content: optional(text(2000)),
  tts: optional(z.boolean()),
  embeds: optional(embeds),
  allowed_mentions: optional(allowedMentions),
  components,
  flags: optional(int32),
  attachments: optional(attachmentNotes),
  poll: optional(poll),
})

export type MessageBody = z.output<typeof bodyForm>

export const messageForm = bodyForm.extend({
  sticker_ids: optional(z.array(snowflake).max(3)),
  message_reference: optional(
    z.object({
      type: optional(z.union([z.literal(0), z.literal(1)])),
      message_id: snowflake,
      channel_id: optional(snowflake),
      guild_id: optional(snowflake),
      fail_if_not_exists: optional(z.boolean()),
    }),
  ),
  nonce: optional(z.union([z.string().max(25), z.number().int()])),
  enforce_nonce: optional(z.boolean()),
})

export type MessageInput = z.input<typeof messageForm>
export type MessageReferenceDraft = NonNullable<z.output<typeof messageForm>['message_reference']>

/** The fields of an edit: null clears a field, and absent fields stay. */
export const editForm = z.object({
  content: text(2000).nullish(),
  embeds: embeds.nullish(),
  allowed_mentions: optional(allowedMentions),
  components: z.array(z.unknown()).max(40).nullish(),
  flags: optional(int32),
  attachments: attachmentNotes.nullish(),
})

export type EditInput = z.input<typeof editForm>

export const isV2 = (flags: number | undefined) => ((flags ?? 0) & MessageFlags.IsComponentsV2) !== 0

/** @throws DiscordError 50035 */
export function parseComponents(raw: readonly unknown[] | undefined, flags: number | undefined): ComponentNode[] {
  const list = isV2(flags) ? layout : rows
  // Both lists hold typed components; walking them needs no more than a node.
  const parsed = parseForm(z.object({ components: list }), { components: raw ?? [] }).components as ComponentNode[]
  const problems = treeProblems(parsed)
  if (problems.length > 0) throw invalidForm(problems)
  return parsed
}

const legacy = ['content', 'embeds', 'poll', 'sticker_ids'] as const

/** @throws DiscordError 50035 when a message of Components V2 has other content */
export function refuseLegacyFields(body: Partial<Record<(typeof legacy)[number], unknown>>): void {
  const problems = legacy.flatMap((field): FieldProblem[] => {
    const value = body[field]
    if (!value || (Array.isArray(value) && value.length === 0)) return []
    return [
      {
        path: field,
        code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      },
    ]
  })
  if (problems.length > 0) throw invalidForm(problems)
}

export const emptyMessage = () => new DiscordError(400, 50_006, 'Cannot send an empty message')
