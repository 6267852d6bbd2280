import { cut } from '#kit/template.ts'
import type { RevisionItem } from '#kernel/history/contract.ts'

const shortest = 40

/** A setting's value in words: On, Off, nothing, or the text cut to the length of a line. */
export function valueText(value: unknown): string {
  if (value === true) return 'On'
  if (value === false) return 'Off'
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`
  return cut(typeof value === 'string' ? value : JSON.stringify(value), shortest)
}

/** Begins with a capital letter: 'Created', 'The bot'. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The author of a change, as the history names them within a sentence. */
export function authorText({ userId, name, via }: Omit<RevisionItem['author'], 'place'>): string {
  if (name !== null) return name
  return userId === null ? `the bot (${via})` : `user ${userId}`
}

/** What was done, and to what: 'changed', 'Levels' or 'deleted', 'panel “Support”'. */
export function actText({ restores, featureTitle, thing }: Pick<RevisionItem, 'restores' | 'featureTitle' | 'thing'>): {
  verb: string
  object: string
} {
  // Undoing the creation of a thing leaves nothing.
  const verb = restores === null || thing?.act === 'deleted' ? (thing?.act ?? 'changed') : 'restored'
  return { verb, object: thing ? thingText(thing) : featureTitle }
}

/**
 * Which value to show if there is only one: what a created thing is, or what a deleted one was. The other value of each
 * field is empty.
 */
export const onlyValueToShow = ({ thing }: Pick<RevisionItem, 'thing'>): 'before' | 'after' | undefined =>
  thing?.act === 'created' ? 'after' : thing?.act === 'deleted' ? 'before' : undefined

/** 'panel “Support”' */
export const thingText = ({ noun, name }: NonNullable<RevisionItem['thing']>): string => `${noun} “${name}”`

/** The author of a change at the beginning of a line: 'mara.w', 'The bot (channel deleted)'. */
export const leadingAuthorText = (author: Omit<RevisionItem['author'], 'place'>): string =>
  author.name ?? capitalized(authorText(author))

/** The same where the reason of the bot is told beside it: 'mara.w', 'The bot'. */
export const actorText = (author: Omit<RevisionItem['author'], 'place'>): string =>
  author.userId === null ? 'The bot' : leadingAuthorText(author)

/** How a change was made: 'With .automod strikes', 'Dashboard, Auto-moderation'. */
export function wayText(way: string, { via, place }: Pick<RevisionItem['author'], 'via' | 'place'>): string {
  if (place === null) return way
  return via === 'command' ? `With ${place}` : `${way}, ${place}`
}

/** The message once it is restored. */
export const restoredText = ({ featureTitle, thing }: Pick<RevisionItem, 'featureTitle' | 'thing'>): string =>
  thing ? `The ${thingText(thing)} is as it was` : `${featureTitle} restored`

const waysOfMany = {
  setup: 'set the server up',
  import: 'imported a file',
  copy: 'copied from another server',
} as const

/** How somebody changed many settings at once: 'imported a file'. */
export const manyText = ({ kind }: NonNullable<RevisionItem['many']>): string => waysOfMany[kind]
