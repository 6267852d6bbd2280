import { z } from 'zod'
import { attachedFile, component } from './components/contract.ts'

/**
 * A message as people write it, defined in one place for every feature that has messages: the parts of Discord's
 * message object under Discord's names, none of them optional. It may exceed Discord's limits, because drafts are
 * stored too; `problemsOf` in `limits/contract.ts` says what is wrong with it.
 */

/** Leaves room for a text that is far too long; nobody writes more than this by hand. In UTF-16 units. */
const mostTyped = 12_000
/** Leaves room for ten embeds as full as Discord accepts them, as JSON. In UTF-16 units. */
const mostMore = 60_000
export const typed = z.string().max(mostTyped, `A text can have at most ${mostTyped} characters here.`).default('')
/** The URL of a page or an image; or `attachment://name` for a file of the message. */
const address = z.string().max(4000, 'An address can have at most 4000 characters here.').default('')
const picture = z.object({ url: address }).prefault({})

const embedField = z.object({ name: typed, value: typed, inline: z.boolean().default(false) })
export type EmbedField = z.output<typeof embedField>

export const embed = z.object({
  title: typed,
  description: typed,
  url: address,
  /** The number that Discord uses for the color; null for none. */
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
  /**
   * Whether it consists of text and embeds or of Components V2; Discord does not allow both. Content for the other kind
   * is kept.
   */
  kind: z.enum(['embeds', 'components']).default('embeds'),
  content: typed,
  embeds: z.array(embed).max(25, 'At most 25 embeds are kept.').default([]),
  /** Rows of buttons and selects below the embeds. */
  components: z.array(component).max(60, 'At most 60 components are kept.').default([]),
  /** The whole content of a message that uses Components V2. */
  layout: z.array(component).max(60, 'At most 60 components are kept.').default([]),
  attachments: z.array(attachedFile).max(20, 'At most 20 files are kept.').default([]),
  /** Suppresses the embeds of links in it. */
  suppress_embeds: z.boolean().default(false),
  /** Mentions in it do not cause notifications. */
  silent: z.boolean().default(false),
})
export type MessageDraft = z.output<typeof messageDraft>

export const emptyMessage: MessageDraft = messageDraft.parse({})
export const emptyEmbed: EmbedDraft = embed.parse({})

/**
 * For features that store the main parts of the first embed in settings of their own: the remaining parts of that
 * embed, then the other embeds. Empty if there is nothing more.
 */
export const moreEmbeds = z
  .array(embed)
  .max(10, 'A message has at most 10 embeds.')
  .refine(list => JSON.stringify(list).length <= mostMore, { message: 'The embeds are too long.' })

/**
 * The embeds to store as {@link moreEmbeds}. @param bare removes the parts that are stored elsewhere from the first
 * embed
 */
export function moreOf(embeds: readonly EmbedDraft[], bare: (first: EmbedDraft) => EmbedDraft): EmbedDraft[] {
  const [first = emptyEmbed, ...others] = embeds
  const rest = bare(first)
  return others.length === 0 && JSON.stringify(embed.parse(rest)) === JSON.stringify(emptyEmbed)
    ? []
    : [rest, ...others]
}
