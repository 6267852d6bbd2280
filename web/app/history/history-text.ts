import { cut } from '#kit/template.ts'
import type { RevisionItem } from '#kernel/history/contract.ts'

const shortest = 40

/** A setting's value in words: On, Off, nothing, or the text cut to what a line holds. */
export function valueText(value: unknown): string {
  if (value === true) return 'On'
  if (value === false) return 'Off'
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`
  return cut(typeof value === 'string' ? value : JSON.stringify(value), shortest)
}

/** Who made a change, as the history calls them. */
export function authorText({ userId, name, via }: Omit<RevisionItem['author'], 'place'>): string {
  if (name !== null) return name
  return userId === null ? `the bot (${via})` : `user ${userId}`
}

/** What was done to what: 'changed', 'Levels' or 'deleted', 'panel “Support”'. */
export function actText({ restores, featureTitle, thing }: Pick<RevisionItem, 'restores' | 'featureTitle' | 'thing'>): {
  verb: string
  object: string
} {
  // Of what had been made, taking it back leaves nothing.
  const verb = restores === null || thing?.act === 'deleted' ? (thing?.act ?? 'changed') : 'restored'
  return { verb, object: thing ? thingText(thing) : featureTitle }
}

/** Of what was made, what it is; of what was deleted, what it was: the other value of each field is nothing. */
export const toldOnly = ({ thing }: Pick<RevisionItem, 'thing'>): 'before' | 'after' | undefined =>
  thing?.act === 'created' ? 'after' : thing?.act === 'deleted' ? 'before' : undefined

/** 'panel “Support”' */
export const thingText = ({ noun, name }: NonNullable<RevisionItem['thing']>): string => `${noun} “${name}”`

/** Through what a change was made: 'With .automod strikes', 'Dashboard, Auto-moderation'. */
export function wayText(way: string, { via, place }: Pick<RevisionItem['author'], 'via' | 'place'>): string {
  if (place === null) return way
  return via === 'command' ? `With ${place}` : `${way}, ${place}`
}

/** What is said once it is restored. */
export const restoredText = ({ featureTitle, thing }: Pick<RevisionItem, 'featureTitle' | 'thing'>): string =>
  thing ? `The ${thingText(thing)} is as it was` : `${featureTitle} restored`

const waysOfMany = {
  setup: 'set the server up',
  import: 'imported a file',
  copy: 'copied from another server',
} as const

/** What somebody did who changed many things at once: 'imported a file'. */
export const manyText = ({ kind }: NonNullable<RevisionItem['many']>): string => waysOfMany[kind]
