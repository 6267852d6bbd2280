import type { IncidentReport, ShownEvent, ShownLane } from '#features/antinuke/incidents/contract.ts'

/** The time axis of an incident. */
export interface Scale {
  /** The position of a time from the left, in per cent. @param at Unix ms */
  place(at: number): number
  ticks: { at: number; label: string }[]
}

/** Steps of the axis (ms), in round numbers. */
const steps = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000].concat(
  [1, 2, 5, 10, 20, 30, 60, 120, 360, 720].map(minutes => minutes * 60_000),
)
const mostTicks = 5
/** Room at the right for the text beside the last mark. */
const margin = 1.1

const tickText = (ms: number): string => {
  if (ms >= 3_600_000) return `+${Math.round(ms / 360_000) / 10} h`
  if (ms >= 60_000) return `+${Math.round(ms / 6000) / 10} min`
  return `+${(ms / 1000).toFixed(1)} s`
}

/** @param from the first action @param to the last known event (both Unix ms) */
export function scaleOf(from: number, to: number): Scale {
  const span = Math.max(1000, (to - from) * margin)
  const step = steps.find(one => span / one <= mostTicks) ?? span / mostTicks
  const count = Math.floor(span / step)
  return {
    place: at => Math.min(100, Math.max(0, ((at - from) / span) * 100)),
    ticks: Array.from({ length: count + 1 }, (_, n) => ({
      at: from + n * step,
      label: n === 0 ? '0 s' : tickText(n * step),
    })),
  }
}

interface Bar {
  from: number
  to: number
}

export interface LaneRow {
  lane: ShownLane
  label: string
  tone: 'attack' | 'stop' | 'repair'
  /** Times at which something happened. */
  pickets: ShownEvent[]
  bar: Bar | undefined
  /** A few words beside the bar or the last picket. */
  note: string
}

const named: readonly Pick<LaneRow, 'lane' | 'label' | 'tone'>[] = [
  { lane: 'attack', label: 'Attack', tone: 'attack' },
  { lane: 'stop', label: 'Stop', tone: 'stop' },
  { lane: 'restore', label: 'Restore', tone: 'repair' },
  { lane: 'settings', label: 'Settings', tone: 'repair' },
  { lane: 'verify', label: 'Verify', tone: 'repair' },
]

/** More repairs than this are shown as a bar instead of one picket each. */
const mostRepairs = 40

/**
 * The five lanes of an incident. Behind all of them is the time span in which the attacker could do harm.
 * @param now Unix ms
 */
export function lanesOf(
  { incident, events, recovery }: IncidentReport,
  now: number,
): { lanes: LaneRow[]; harmUntil: number; last: number } {
  const of = (lane: ShownLane) => events.filter(one => one.lane === lane)
  const restored = of('restore')
  const lastRestored = restored.at(-1)?.at
  const bars: Partial<Record<ShownLane, Bar>> = {
    ...(incident.requestedAt !== null && {
      stop: {
        from: incident.requestedAt,
        to: incident.confirmedAt ?? (incident.state === 'under-way' ? now : incident.requestedAt),
      },
    }),
    ...(restored[0] &&
      lastRestored !== undefined &&
      restored.length > mostRepairs && { restore: { from: restored[0].at, to: lastRestored } }),
    ...(recovery &&
      recovery.finishedAt !== null &&
      recovery.state === 'done' && { verify: { from: lastRestored ?? recovery.startedAt, to: recovery.finishedAt } }),
  }
  const notes: Partial<Record<ShownLane, string>> = {
    stop: incident.confirmedAt === null ? '' : 'Confirmed by Discord',
    verify: bars.verify ? 'Server read again' : '',
  }
  const { endedAt } = incident
  // Punishments undone days later are not part of the incident's course.
  const isPart = ({ lane, at }: ShownEvent) => lane !== 'stop' || endedAt === null || at <= endedAt
  const last = Math.max(
    incident.lastAt,
    incident.confirmedAt ?? 0,
    recovery?.finishedAt ?? 0,
    events.findLast(isPart)?.at ?? 0,
    incident.state === 'under-way' ? now : 0,
  )
  const attacks = of('attack')
  const stillPossible =
    incident.state === 'under-way' || incident.state === 'not-stopped'
      ? last
      : (attacks.at(-1)?.at ?? incident.startedAt)
  return {
    lanes: named.map(one => ({
      ...one,
      pickets: one.lane === 'stop' || bars[one.lane] ? [] : of(one.lane),
      bar: bars[one.lane],
      note: notes[one.lane] ?? '',
    })),
    harmUntil: incident.confirmedAt ?? stillPossible,
    last,
  }
}
