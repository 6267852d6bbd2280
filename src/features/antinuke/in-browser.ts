import { lazily } from '#kit/lazily.ts'
import type { ShownSanction } from './incidents/contract.ts'

/** Something that was done against somebody, or is to be. The name is how they are called within a sentence. */
export interface NamedSanction extends Pick<ShownSanction, 'done' | 'state'> {
  id: string
  name: string
}

/**
 * Whether something was done against somebody and has not been taken back. Nothing was against whoever could not be
 * reached, or had left by themselves before.
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

/** What undoing gives back, a sentence for each kind of punishment and person. */
export const givenBack = (sanctions: readonly Pick<NamedSanction, 'name' | 'done'>[]): string[] => [
  ...new Set(sanctions.flatMap(({ name, done }) => (done === null ? [] : [backWords[done](name)]))),
]

/** What follows from undoing a punishment, a sentence each. */
export const undoFollows = (sanctions: readonly Pick<NamedSanction, 'name' | 'done'>[]): string[] => [
  ...givenBack(sanctions),
  'What they did until now counts no more.',
  'What was restored stays.',
]

/** What came of undoing. The name is how somebody is called within a sentence. */
export function undoneWords(undone: readonly { name: string; how: string }[]): string {
  const of = (how: string) => undone.filter(one => one.how === how).map(({ name }) => name)
  const sentences = [
    ['undone', 'Taken back for '],
    ['impossible', 'Cannot be taken back for '],
    ['refused', 'Discord refused it for '],
  ].flatMap(([how = '', words = '']) => (of(how).length > 0 ? [`${words}${of(how).join(', ')}.`] : []))
  return sentences.length > 0 ? sentences.join(' ') : 'There was nothing to take back.'
}

/** The question before somebody says that an incident was no attack. */
export const meantQuestion = 'Say so only if you know who did this, and that they were to do it. What happens then:'

const list = lazily(() => new Intl.ListFormat('en'))

/**
 * What follows when somebody says that an incident was no attack, a sentence each. Names may say anything, so ids stand
 * beside them.
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
      ? ['What Discord has not answered to yet is taken back after that.']
      : []),
    'I stop putting the server back: what is back stays, and the rest stays as they left it.',
    ...(people.size === 0
      ? []
      : [`For a day I whitelist ${list().format(people.values())}: nothing they do is stopped.`]),
  ]
}
