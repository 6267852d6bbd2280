/** A recording by `npm run film`: an attack on the sandbox's server, guarded by the product. Times are in ms. */
export interface Film {
  /** The day of the recording: '2026-11-23'. */
  recorded: string
  /** The simulated delays of a request to Discord and of an audit log entry. */
  delays: { requestMs: number; auditMs: number }
  /** Deletions sent by the attacker per second, and how many were sent until one was refused. */
  attack: { perSecond: number; sent: number }
  /** The channels and roles of the server, in order. */
  things: readonly { kind: 'category' | 'channel' | 'role'; name: string }[]
  /** Ordered by time; `thing` is an index in `things`. */
  events: readonly FilmEvent[]
  /** How many fields of the lost things were read back from Discord, and how many of them are as before. */
  fields: { same: number; total: number }
}

export type FilmEvent = { at: number } & ({ what: 'gone' | 'back'; thing: number } | { what: 'banned' | 'verified' })

type State = 'standing' | 'gone' | 'back'

/** The state of everything at a time (ms). */
export function stateAt({ things, events }: Pick<Film, 'things' | 'events'>, at: number): State[] {
  const states = things.map((): State => 'standing')
  for (const event of events) if (event.at <= at && 'thing' in event) states[event.thing] = event.what
  return states
}

/** The key moments of the film, as still pictures for people who prefer reduced motion. */
export function picturesOf({ events }: Pick<Film, 'events'>): { at: number; title: string }[] {
  const first = (what: FilmEvent['what']) => events.find(event => event.what === what)?.at
  const last = (what: FilmEvent['what']) => events.findLast(event => event.what === what)?.at
  return [
    { at: 0, title: 'First deletion' },
    { at: last('gone'), title: 'Last deletion' },
    { at: first('banned'), title: 'The ban lands' },
    { at: first('back'), title: 'First one back' },
    { at: last('back'), title: 'All back' },
    { at: first('verified'), title: 'Verified' },
  ]
    .flatMap(({ at, title }) => (at === undefined ? [] : [{ at, title }]))
    .toSorted((a, b) => a.at - b.at)
}

export const endOf = ({ events }: Pick<Film, 'events'>): number => events.at(-1)?.at ?? 0

export const countOf = ({ events }: Pick<Film, 'events'>, what: FilmEvent['what']): number =>
  events.filter(event => event.what === what).length

export const momentOf = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)
