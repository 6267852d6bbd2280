import { z } from 'zod'
import { attachedFile, component } from './components/contract.ts'

/**
 * A message as people write it, in one place for every feature that lets them: the parts of Discord's message object
 * under its names, each always there. It may break Discord's limits, since it is kept while it is written; what is wrong
 * with it is said by `problemsOf` in `limits/contract.ts`.
 */

/** Room for a text that is too long by far; more would be no text that somebody writes. In UTF-16 units. */
const mostTyped = 12_000
/** Room for ten embeds as full as Discord takes them, as JSON. In UTF-16 units. */
const mostMore = 60_000
export const typed = z.string().max(mostTyped, `A text can have at most ${mostTyped} characters here.`).default('')
/** The address of a page or a picture; also `attachment://name` for a file of the message. */
const address = z.string().max(4000, 'An address can have at most 4000 characters here.').default('')
const picture = z.object({ url: address }).prefault({})

const embedField = z.object({ name: typed, value: typed, inline: z.boolean().default(false) })
export type EmbedField = z.output<typeof embedField>

export const embed = z.object({
  title: typed,
  description: typed,
  url: address,
  /** Discord's number; null for none. */
  color: z.int().min(0).max(0xff_ff_ff).nullable().default(null),
  /** ISO 8601; empty for none. */
  timestamp: z.string().max(64).default(''),
  author: z.object({ name: typed, url: address, icon_url: address }).prefault({}),
  footer: z.object({ text: typed, icon_url: address }).prefault({}),
  image: picture,
  thumbnail: picture,
  fields: z.array(embedField).max(60, 'At most 60 fields are kept.').default([]),
})
export type EmbedDraft = z.output<typeof embed>

export const messageDraft = z.object({
  /** What it is made from; Discord does not mix the two. What was written for the other one is kept. */
  kind: z.enum(['embeds', 'components']).default('embeds'),
  content: typed,
  embeds: z.array(embed).max(25, 'At most 25 embeds are kept.').default([]),
  /** Rows of buttons and selects below the embeds. */
  components: z.array(component).max(60, 'At most 60 components are kept.').default([]),
  /** The whole of a message of Components V2. */
  layout: z.array(component).max(60, 'At most 60 components are kept.').default([]),
  attachments: z.array(attachedFile).max(20, 'At most 20 files are kept.').default([]),
  /** Links in it show no embeds of their own. */
  suppress_embeds: z.boolean().default(false),
  /** It pings without a notification. */
  silent: z.boolean().default(false),
})
export type MessageDraft = z.output<typeof messageDraft>

export const emptyMessage: MessageDraft = messageDraft.parse({})
export const emptyEmbed: EmbedDraft = embed.parse({})

/**
 * What a feature keeps of its embeds that has the first one's best known parts under names of its own: the rest of the
 * first one, then the others; empty where there is nothing more.
 */
export const moreEmbeds = z
  .array(embed)
  .max(10, 'A message has at most 10 embeds.')
  .refine(list => JSON.stringify(list).length <= mostMore, { message: 'The embeds are too long.' })

/** @param bare the first embed without the parts that are kept elsewhere */
export function moreOf(embeds: readonly EmbedDraft[], bare: (first: EmbedDraft) => EmbedDraft): EmbedDraft[] {
  const [first = emptyEmbed, ...others] = embeds
  const rest = bare(first)
  return others.length === 0 && JSON.stringify(embed.parse(rest)) === JSON.stringify(emptyEmbed)
    ? []
    : [rest, ...others]
}
