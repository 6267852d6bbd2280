import type { IncidentReport, ShownEvent, VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { inSentence } from '#web/app/people/in-sentence.ts'
import { pieceText } from './incident-words.ts'

/** One of the verified objects, or a person. */
export type EventSubject = { name: string } & ({ object: VerifiedObject } | { personId: string })

/** The id of the actor of an event: the person that its sentence begins with. */
const actorOf = ({ lane, parts: [first] }: ShownEvent): string | undefined =>
  lane === 'attack' && typeof first === 'object' && first.about === 'user' ? first.id : undefined

/** The subjects of an event that the page knows more about, without duplicates; neither its actor nor webhooks. */
export function subjectsOf(
  event: ShownEvent,
  { recovery, webhooks }: Pick<IncidentReport, 'recovery' | 'webhooks'>,
): EventSubject[] {
  const actor = actorOf(event)
  const subjects = new Map<string, EventSubject>()
  for (const part of event.parts) {
    if (typeof part === 'string' || part.id === actor) continue
    const of = { user: 'member', role: 'role', channel: 'channel', category: 'channel' }[part.about]
    const object = recovery?.verified.find(one => one.of === of && (one.id === part.id || one.newId === part.id))
    const name = pieceText(part)
    if (object) subjects.set(part.id, { name, object })
    else if (part.about === 'user' && !webhooks.includes(part.id)) subjects.set(part.id, { name, personId: part.id })
  }
  return [...subjects.values()]
}

/**
 * The names of the members that somebody's hostile actions targeted, without duplicates and without other attackers.
 */
export function membersTouchedBy(userId: string, { events, sanctions }: Pick<IncidentReport, 'events' | 'sanctions'>) {
  const attackers = new Set(sanctions.map(({ user }) => user.id))
  const touched = new Map(
    events
      .filter(event => actorOf(event) === userId)
      .flatMap(({ parts }) => parts)
      .flatMap(part =>
        typeof part === 'string' || part.about !== 'user' ? [] : [[part.id, inSentence(pieceText(part))] as const],
      ),
  )
  return [...touched].flatMap(([id, name]) => (id === userId || attackers.has(id) ? [] : [name]))
}

const mostNamed = 3

/** '0', '2: @wren and @ines', or '14' if there are too many to name. */
export function touchedWords(names: readonly string[], isAll: boolean): string {
  const count = isAll ? String(names.length) : `at least ${names.length}`
  return names.length === 0 || names.length > mostNamed ? count : `${count}: ${new Intl.ListFormat('en').format(names)}`
}
