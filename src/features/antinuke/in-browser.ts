import { lazy } from '#kit/lazy.ts'
import type { ShownSanction } from './incidents/contract.ts'

/**
 * Something that was done against somebody, or will be. `name` is what they are called within a sentence; `roles` is how
 * many were taken from them.
 */
export interface NamedSanction extends Pick<ShownSanction, 'done' | 'state' | 'roles'> {
  id: string
  name: string
}

/**
 * Whether something was done against somebody and has not been taken back. Nothing was done against people who could
 * not be reached, or who had left by themselves before.
 */
export const isUndoable = ({ state, done }: Pick<NamedSanction, 'done' | 'state'>): boolean =>
  done !== null && (state === 'done' || state === 'refused')

const backWords = {
  ban: (name: string) => `Lifts the ban of ${name}.`,
  kick: (name: string) => `${name} was kicked and has to join again by themselves.`,
  timeout: (name: string) => `Ends the timeout of ${name}.`,
  strip: (name: string) => `Gives ${name} their roles back.`,
  defuse: (name: string) => `Gives the role of ${name} its permissions back.`,
  'delete-webhook': (name: string) => `The webhook ${name} cannot come back.`,
} as const

/** What undoing gives back: one sentence for each kind of punishment and person. */
export const givenBack = (sanctions: readonly Pick<NamedSanction, 'name' | 'done' | 'roles'>[]): string[] => [
  ...new Set(
    sanctions.flatMap(({ name, done, roles }) => [
      ...(done === null ? [] : [backWords[done](name)]),
      // Administrators lose their roles before Discord accepts a timeout.
      ...(done === 'timeout' && roles > 0 ? [backWords.strip(name)] : []),
    ]),
  ),
]

/** What follows from undoing a punishment, one sentence each. */
export const undoFollows = (sanctions: readonly Pick<NamedSanction, 'name' | 'done' | 'roles'>[]): string[] => [
  ...givenBack(sanctions),
  'What they did until now no longer counts.',
  'What was restored stays.',
]

/** The result of undoing, as sentences. `name` is what somebody is called within a sentence. */
export function undoneWords(undone: readonly { name: string; how: string }[]): string {
  const of = (how: string) => undone.filter(one => one.how === how).map(({ name }) => name)
  const sentences = [
    ['undone', 'Undone for '],
    ['impossible', 'Cannot be undone for '],
    ['refused', 'Discord refused it for '],
  ].flatMap(([how = '', words = '']) => (of(how).length > 0 ? [`${words}${of(how).join(', ')}.`] : []))
  return sentences.length > 0 ? sentences.join(' ') : 'There was nothing to undo.'
}

/** The question before somebody says that an incident was no attack. */
export const meantQuestion = 'Say so only if you know who did this and that they were meant to. What happens then:'

const list = lazy(() => new Intl.ListFormat('en'))

/**
 * What follows when somebody says that an incident was no attack, one sentence each. People can choose any name, so ids
 * are shown beside names.
 */
export function meantWords(sanctions: readonly NamedSanction[]): string[] {
  const open = sanctions.filter(({ state }) => state !== 'undone')
  const people = new Map(
    open.flatMap(({ id, name, done }) =>
      done === 'delete-webhook' ? [] : [[id, name === id ? id : `${name} (${id})`] as const],
    ),
  )
  return [
    ...givenBack(open),
    ...(open.some(({ state }) => state === 'pending')
      ? ['What Discord has not answered yet is undone once it has.']
      : []),
    'I stop putting the server back: what is back stays, and the rest stays as they left it.',
    ...(people.size === 0
      ? []
      : [`For a day I whitelist ${list().format(people.values())}: nothing they do is stopped.`]),
  ]
}
