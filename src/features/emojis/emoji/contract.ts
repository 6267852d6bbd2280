import { z } from 'zod'
import { person, roleId, snowflake } from '#contract'

/** Discord's limit of a picture, in bytes: "Emoji Resource", documentation. */
export const largestEmoji = 256 * 1024
/** What Discord takes as the picture of an emoji, and we recognize by its content. */
export const emojiTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type EmojiType = (typeof emojiTypes)[number]

/** How many are deleted at once, at the most. */
export const mostAtOnce = 10
/** Deleted ones whose pictures a server keeps, and for how long. */
export const mostRemoved = 100
export const removedDays = 30
/** Uses are counted by day, and kept for so long. */
export const countedDays = 90
/** What a small chart shows: so many pickets of a week. */
export const weeksShown = 13

export const longestName = 32
const shortestName = 2
export const namePattern = /^\w{2,32}$/

/** The name that was probably meant: itself where it is one. */
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

/** Why a text is no name of an emoji, with the nearest that is. */
export const nameProblem = (text: string): string =>
  `A name has 2 to 32 letters, digits and underscores, such as ${nearestName(text)}.`

export const emojiName = z
  .string()
  .regex(namePattern, { error: issue => nameProblem(String(issue.input)) })
  .meta({ title: 'Name', examples: ['kiln'] })

/** Roles that may use an emoji; none is everybody. */
export const emojiRoles = z.array(roleId).max(50, 'Choose at most 50 roles.')

/** The name that a file or the end of an address suggests: `kiln fire.png` is `kiln_fire`. */
export function nameOfFile(file: string): string {
  const last = file.split(/[/\\]/).at(-1) ?? ''
  return nearestName(last.replace(/[?#].*$/, '').replace(/\.\w{1,5}$/, ''))
}

/** The same of an address, where a blank may be written as %20. */
export function nameOfAddress({ pathname }: URL): string {
  try {
    return nameOfFile(decodeURIComponent(pathname))
  } catch {
    // Whoever wrote it used a percent sign as it is.
    return nameOfFile(pathname)
  }
}

interface WrittenEmoji {
  id: string
  name: string
  animated: boolean
}

/** One of a server's own as it is written in a message: `<:kiln:123>`. */
export function writtenEmoji(text: string): WrittenEmoji | undefined {
  const [, animated, name, id] = /^<(a?):(\w{2,32}):(\d{17,20})>$/.exec(text.trim()) ?? []
  return id === undefined || name === undefined ? undefined : { id, name, animated: animated === 'a' }
}

/** As it is written in a message. */
export const asWritten = ({ id, name, animated }: WrittenEmoji): string => `<${animated ? 'a' : ''}:${name}:${id}>`

/** How many of each kind a server has room for, by its level of boosts. Discord's help center, "Server Boosting". */
const slotsByLevel = [50, 100, 150, 250] as const
const slotsOfMore = 200

/** @param level of boosts, 0 to 3 */
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
  /** Where Discord serves its picture. */
  url: z.string(),
  /** False where the server has lost the boosts for it. */
  available: z.boolean(),
  roles: z.array(snowflake),
  createdAt: z.number(),
  /** Who added it, as far as Discord tells, and the bot knows. */
  addedBy: person.nullable(),
  /** Whether the bot added it for them. */
  throughBot: z.boolean(),
  /** Messages that had it, and reactions with it, in the days that are counted. */
  messages: z.int(),
  reactions: z.int(),
  /** The same by week, oldest first. */
  weeks: z.array(z.int()),
  lastUsedAt: z.number().nullable(),
  /** Why the caller, or the bot, cannot rename or delete it; null where both can. */
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

/** What was asked for and Discord has not done yet. */
export const waitingOrder = z.object({
  id: z.int(),
  /** Within a sentence: 'add the emoji :kiln:'. */
  act: z.string(),
  at: z.number(),
})

const madeEmoji = z.object({ id: snowflake, name: z.string(), animated: z.boolean() })

/** Done, or done by itself as soon as Discord takes it: then `waiting` says why. */
export const madeOrWaiting = z.object({ emoji: madeEmoji.nullable(), waiting: z.string().nullable() })
