import type { ShownSanction } from './incidents/contract.ts'

/** Something that was done against somebody, or is to be. The name is how they are called within a sentence. */
export interface NamedSanction extends Pick<ShownSanction, 'done' | 'state'> {
  id: string
  name: string
}

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

/** The question before somebody says that an incident was no attack. */
export const meantQuestion = 'Say so only if you know who did this, and that they were to do it. What happens then:'

const list = new Intl.ListFormat('en')

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
      : [`For a day I whitelist ${list.format(people.values())}: nothing they do is stopped.`]),
  ]
}
