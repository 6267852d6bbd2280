import type {
  IncidentReport,
  ShownEvent,
  ShownIncident,
  ShownPart,
  ShownSanction,
} from '#features/antinuke/incidents/contract.ts'
import type { Person } from '#contract'
import { type NamedSanction, undoneWords } from '#features/antinuke/in-browser.ts'
import { inSentence } from '#web/app/people/in-sentence.ts'
import { nameOf } from '#web/app/people/people-list.tsx'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import type { Figure } from '../figures.tsx'

/** A duration, with its unit separate. @param ms milliseconds */
function durationOf(ms: number): { figure: string; unit: string } {
  if (ms < 1000) return { figure: formatNumber(Math.max(0, Math.round(ms))), unit: 'ms' }
  if (ms < 60_000) return { figure: (ms / 1000).toFixed(1), unit: 's' }
  if (ms < 3_600_000) return { figure: formatNumber(Math.round(ms / 60_000)), unit: 'min' }
  return { figure: formatNumber(Math.round(ms / 360_000) / 10), unit: 'h' }
}

export const preciseDuration = (ms: number): string => {
  const { figure, unit } = durationOf(ms)
  return `${figure} ${unit}`
}

const two = (value: number) => String(value).padStart(2, '0')

/** '12:06.812': minutes, seconds and milliseconds in the reader's time zone. @param at Unix ms */
export function fineClock(at: number): string {
  const date = new Date(at)
  return `${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** '04:12:06.812' */
export const preciseClock = (at: number): string => `${two(new Date(at).getHours())}:${fineClock(at)}`

export const states = {
  'under-way': { tone: 'accent', label: 'Under way' },
  contained: { tone: 'success', label: 'Contained' },
  'not-stopped': { tone: 'danger', label: 'Not stopped' },
  undone: { tone: 'neutral', label: 'Undone' },
} as const

const signs = { user: '@', role: '@', channel: '#', category: '' } as const

/** The text for a part of a sentence; its kind if its name may not be known or is not remembered. */
export function pieceText(one: Exclude<ShownPart, string>): string {
  if (one.name !== null) return `${signs[one.about]}${one.name}`
  return one.about === 'user' ? one.id : `a ${one.about}`
}

export const sentenceText = (parts: readonly ShownPart[]): string =>
  parts.map(one => (typeof one === 'string' ? one : inSentence(pieceText(one)))).join('')

/** A person's name for use within a sentence. */
const calledIn = (person: Person): string => inSentence(nameOf(person))

export const actorName = ({ actor }: Pick<ShownIncident, 'actor'>): string =>
  actor === null ? 'Unknown' : calledIn(actor)

const sentOutWords = { ban: 'Banned', kick: 'Kicked', timeout: 'Timed out', strip: 'Roles taken' } as const

/** What happened to a punished person. */
export function sanctionWords({ state, done }: Pick<ShownSanction, 'state' | 'done'>): {
  tone: 'danger' | 'warning' | 'neutral' | 'accent'
  label: string
} {
  if (state === 'undone') return { tone: 'neutral', label: 'Undone' }
  if (state === 'pending') return { tone: 'accent', label: 'Under way' }
  if (state === 'refused') return { tone: 'warning', label: done === null ? 'Out of reach' : 'Not stopped' }
  if (done === 'defuse') return { tone: 'danger', label: 'Permissions taken' }
  if (done === 'delete-webhook') return { tone: 'danger', label: 'Webhook deleted' }
  return done === null ? { tone: 'neutral', label: 'Gone' } : { tone: 'danger', label: sentOutWords[done] }
}

/** Four figures: what landed, the time until it was stopped, what was restored, and how long everything took. */
export function figuresOf({ incident, events, sanctions, recovery }: IncidentReport, now: number): Figure[] {
  const { startedAt, decidedAt, requestedAt, confirmedAt, endedAt, landed } = incident
  const attacks = events.filter(({ lane }) => lane === 'attack')
  const late = attacks.filter(({ at }) => at > decidedAt).length
  const before = attacks.filter(({ at }) => at <= decidedAt)
  const deciding = before.at(-1)?.at ?? startedAt
  const fields = recovery?.verified.flatMap(object => object.fields) ?? []
  const same = fields.filter(one => one.same).length
  const isOver = incident.state !== 'under-way' && (recovery === null || recovery.finishedAt !== null)
  const end = isOver ? Math.max(recovery?.finishedAt ?? 0, confirmedAt ?? 0, endedAt ?? 0, decidedAt) : now
  return [
    {
      title: 'Landed',
      figure: formatNumber(landed),
      unit: landed === 1 ? 'action' : 'actions',
      note:
        landed === 0
          ? 'nothing took effect'
          : late === 0
            ? 'the least that was possible with the limit'
            : `${formatNumber(late)} of them while the request was on its way`,
    },
    confirmedAt === null
      ? {
          title: 'Stopped after',
          figure: '-',
          unit: '',
          note: incident.state === 'under-way' ? 'not confirmed yet' : 'nobody was stopped',
        }
      : {
          title: 'Stopped after',
          ...durationOf(confirmedAt - deciding),
          note: `after the deciding action, ${preciseDuration((requestedAt ?? confirmedAt) - decidedAt)} ours`,
        },
    restoredFigure(recovery, same, fields.length),
    {
      title: isOver ? 'Over in' : 'Running for',
      ...durationOf(end - startedAt),
      note: touchedNote(attacks, sanctions),
    },
  ]
}

function restoredFigure(recovery: IncidentReport['recovery'], same: number, all: number): Figure {
  const title = 'Restored'
  if (!recovery) return { title, figure: '-', unit: '', note: 'nothing was put back' }
  const { done, total } = recovery.steps
  if (recovery.state !== 'done')
    return { title, figure: formatNumber(done), unit: `of ${formatNumber(total)} steps`, note: 'not verified yet' }
  return {
    title,
    figure: formatNumber(same),
    unit: `of ${formatCount(all, 'field')}`,
    note: 'each one read back from Discord',
  }
}

/** Whether anybody was punished who is not known to have done anything. */
function touchedNote(attacks: readonly ShownEvent[], sanctions: readonly ShownSanction[]): string {
  const took = new Set(
    attacks.flatMap(({ parts: [first] }) => (typeof first === 'object' && first.about === 'user' ? [first.id] : [])),
  )
  const others = sanctions.filter(({ user, state }) => state !== 'undone' && !took.has(user.id)).length
  return others === 0 ? 'nobody else was touched' : `${formatCount(others, 'other')} stopped with them`
}

/** The incident in one sentence. */
export function headline({ incident, recovery }: Pick<IncidentReport, 'incident' | 'recovery'>): string {
  const who = incident.actor === null ? 'Somebody' : actorName(incident)
  const did = `${who}: ${formatCount(incident.landed, 'action')}, noticed by ${incident.module}.`
  if (incident.state === 'under-way') return did
  if (recovery?.state === 'done') {
    const differs = recovery.verified.some(({ fields }) => fields.some(one => !one.same))
    return `${did} ${differs ? 'Not everything is back.' : 'Everything that can be restored is back.'}`
  }
  return did
}

/** What screen readers announce: that the attack is stopped, each tenth of the restoration, and its end. */
export function tenthsOf({ incident, recovery }: Pick<IncidentReport, 'incident' | 'recovery'>): string {
  if (incident.state === 'under-way') return 'The incident is under way.'
  if (!recovery) return incident.confirmedAt === null ? '' : 'The attack is stopped.'
  if (recovery.state === 'done') return 'The restoration is over.'
  const { done, total } = recovery.steps
  const tenth = total === 0 ? 0 : Math.floor((10 * done) / total)
  return tenth === 0 ? 'The attack is stopped.' : `${tenth * 10} % restored.`
}

/** The punished people, with their names for use in sentences. */
export const namedSanctions = (
  sanctions: readonly Pick<ShownSanction, 'user' | 'done' | 'state' | 'roles'>[],
): NamedSanction[] =>
  sanctions.map(({ user, done, state, roles }) => ({ id: user.id, name: calledIn(user), done, state, roles }))

/** The ids of the people who are or were punished, without duplicates. */
export const peopleOfIncident = (sanctions: readonly Pick<ShownSanction, 'user' | 'state'>[]): string[] => [
  ...new Set(sanctions.flatMap(({ user, state }) => (state === 'undone' ? [] : [user.id]))),
]

/** The result of undoing punishments. */
export const undoneText = (undone: readonly { user: Person; how: string }[]): string =>
  undoneWords(undone.map(({ user, how }) => ({ name: calledIn(user), how })))
