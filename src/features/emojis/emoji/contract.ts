import { z } from 'zod'
import { person, roleId, snowflake } from '#contract'

/** Discord's size limit for an image, in bytes. Source: its documentation, "Emoji Resource". */
export const largestEmoji = 256 * 1024
/** The image types that Discord accepts for emojis and that we recognize by their content. */
export const emojiTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type EmojiType = (typeof emojiTypes)[number]

/** The most emojis that can be deleted at once. */
export const mostAtOnce = 10
/** How many images of deleted emojis a server keeps, and for how many days. */
export const mostRemoved = 100
export const removedDays = 30
/** How many days the daily counts of uses are kept. */
export const countedDays = 90
/** How many weeks a small chart shows, one picket each. */
export const weeksShown = 13

export const longestName = 32
const shortestName = 2
export const namePattern = /^\w{2,32}$/

/** The closest valid name to a text; the text itself if it is valid. */
export function nearestName(text: string): string {
  if (namePattern.test(text)) return text
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longestName)
  if (plain === '') return 'emoji'
  return plain.length < shortestName ? `${plain}_` : plain
}

/** Why a text is not a valid emoji name, with the closest one that is. */
export const nameProblem = (text: string): string =>
  `A name has 2 to 32 letters, digits and underscores, such as ${nearestName(text)}.`

export const emojiName = z
  .string()
  .regex(namePattern, { error: issue => nameProblem(String(issue.input)) })
  .meta({ title: 'Name', examples: ['kiln'] })

/** The roles that may use an emoji; everybody may if there are none. */
export const emojiRoles = z.array(roleId).max(50, 'Choose at most 50 roles.')

/** A name suggested by a file name or the end of a URL: `kiln fire.png` gives `kiln_fire`. */
export function nameOfFile(file: string): string {
  const last = file.split(/[/\\]/).at(-1) ?? ''
  return nearestName(last.replace(/[?#].*$/, '').replace(/\.\w{1,5}$/, ''))
}

/** The same for a URL, in which a space may be written as %20. */
export function nameOfAddress({ pathname }: URL): string {
  try {
    return nameOfFile(decodeURIComponent(pathname))
  } catch {
    // The URL contains a literal percent sign.
    return nameOfFile(pathname)
  }
}

interface WrittenEmoji {
  id: string
  name: string
  animated: boolean
}

/** Reads a server's emoji as written in a message: `<:kiln:123>`. */
export function writtenEmoji(text: string): WrittenEmoji | undefined {
  const [, animated, name, id] = /^<(a?):(\w{2,32}):(\d{17,20})>$/.exec(text.trim()) ?? []
  return id === undefined || name === undefined ? undefined : { id, name, animated: animated === 'a' }
}

/** Writes an emoji the way messages do. */
export const asWritten = ({ id, name, animated }: WrittenEmoji): string => `<${animated ? 'a' : ''}:${name}:${id}>`

/**
 * How many emojis of each kind a server has room for, by boost level. Source: Discord's help center, "Server Boosting".
 */
const slotsByLevel = [50, 100, 150, 250] as const
const slotsOfMore = 200

/** @param level the boost level, 0 to 3 */
export const slotsOf = (level: number, features: readonly string[]): number =>
  features.includes('MORE_EMOJI') && level < 3 ? slotsOfMore : (slotsByLevel[level] ?? slotsByLevel[0])

export const kinds = ['static', 'animated'] as const
export type EmojiKind = (typeof kinds)[number]
export const kindOf = (animated: boolean): EmojiKind => (animated ? 'animated' : 'static')

export const slots = z.object({ used: z.int(), most: z.int() })

export const listedEmoji = z.object({
  id: snowflake,
  name: z.string(),
  animated: z.boolean(),
  /** The URL of its image on Discord's server. */
  url: z.string(),
  /** False if the server has lost the boosts that it needs. */
  available: z.boolean(),
  roles: z.array(snowflake),
  createdAt: z.number(),
  /** Who added it, as far as Discord and the bot know. */
  addedBy: person.nullable(),
  /** Whether the bot added it for them. */
  throughBot: z.boolean(),
  /** The messages that contained it, and the reactions with it, within the counted days. */
  messages: z.int(),
  reactions: z.int(),
  /** The sum of both per week, oldest first. */
  weeks: z.array(z.int()),
  lastUsedAt: z.number().nullable(),
  /** Why the caller or the bot cannot rename or delete it; null if both can. */
  locked: z.string().nullable(),
})
export type ListedEmoji = z.output<typeof listedEmoji>

export const removedEmoji = z.object({
  id: snowflake,
  name: z.string(),
  animated: z.boolean(),
  removedAt: z.number(),
  removedBy: person.nullable(),
})
export type RemovedEmoji = z.output<typeof removedEmoji>

/** An order that Discord has not carried out yet. */
export const waitingOrder = z.object({
  id: z.int(),
  /** A clause: 'add the emoji :kiln:'. */
  act: z.string(),
  at: z.number(),
})

const madeEmoji = z.object({ id: snowflake, name: z.string(), animated: z.boolean() })

/** Either done, or waiting to be done automatically as soon as Discord accepts it; `waiting` then says why. */
export const emojiOrWaiting = z.object({ emoji: madeEmoji.nullable(), waiting: z.string().nullable() })
