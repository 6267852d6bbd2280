/** What `npm run film` has recorded: an attack on the sandbox's server, with the product as its guard. Times are ms. */
export interface Film {
  /** The day on which it was recorded: '2026-11-23'. */
  recorded: string
  /** How late things were: a request on its way to Discord, and an entry of the audit log. */
  delays: { requestMs: number; auditMs: number }
  /** Deletions that the attacker sent each second, and how many were sent until one was refused. */
  attack: { perSecond: number; sent: number }
  /** What the server is made of, as it is ordered. */
  things: readonly { kind: 'category' | 'channel' | 'role'; name: string }[]
  /** Ordered by time; `thing` by its place in `things`. */
  events: readonly FilmEvent[]
  /** Of what was lost: how many fields were read back from Discord, and how many of them are as before. */
  fields: { same: number; total: number }
}

export type FilmEvent = { at: number } & ({ what: 'gone' | 'back'; thing: number } | { what: 'banned' | 'verified' })

type State = 'standing' | 'gone' | 'back'

/** How everything stands at a moment (ms). */
export function stateAt({ things, events }: Pick<Film, 'things' | 'events'>, at: number): State[] {
  const states = things.map((): State => 'standing')
  for (const event of events) if (event.at <= at && 'thing' in event) states[event.thing] = event.what
  return states
}

/** What the film is about, a moment each: pictures for whoever wants no motion. */
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
