import { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import type { Session } from './session.ts'

interface Parcel {
  type: string
  put: () => void
}

/** What an event is about: 'GUILD_MEMBER' of GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE and GUILD_MEMBER_REMOVE. */
const thing = (type: string) => type.replace(/_(?:ADD|CREATE|UPDATE|REMOVE|DELETE|DELETE_BULK|REMOVE_ALL)$/, '')

/**
 * Orders the events of one action. Discord promises no order between events of different kinds, so with
 * `conditions.eventOrder: 'shuffled'` they go out in a different order each time, drawn from the world's seed. Events
 * of one kind keep their order, and GUILD_CREATE comes first. Everything done in one turn of the event loop counts as
 * one action, except that a second event of another kind about the same kind of thing, such as GUILD_MEMBER_ADD after
 * GUILD_MEMBER_REMOVE, begins a new one: nobody comes back before they left.
 * @returns a function that takes an event for a session and calls `put`, which sends it, now or when the action is over
 */
export function createEventOrder({ conditions, random }: Sandbox) {
  let waiting = new Map<Session, Parcel[]>()

  function flush() {
    const all = waiting
    waiting = new Map()
    for (const parcels of all.values()) for (const { put } of shuffled(parcels, random)) put()
  }

  return (session: Session, type: string, put: () => void): void => {
    if (conditions.eventOrder === 'usual') {
      if (waiting.size > 0) flush()
      put()
      return
    }
    const goesOn = (other: Parcel) => other.type !== type && thing(other.type) === thing(type)
    if (waiting.get(session)?.some(goesOn)) flush()
    if (waiting.size === 0) setImmediate(flush)
    waiting.set(session, [...(waiting.get(session) ?? []), { type, put }])
  }
}

/** Draws a kind at random for each next event until all events are out. */
function* shuffled(parcels: readonly Parcel[], random: Sandbox['random']): Generator<Parcel> {
  const kinds = Map.groupBy(parcels, ({ type }) => type)
  yield* kinds.get(GatewayDispatchEvents.GuildCreate) ?? []
  kinds.delete(GatewayDispatchEvents.GuildCreate)
  const queues = [...kinds.values()]
  while (queues.length > 0) {
    const place = Math.floor(random('event order') * queues.length)
    const next = queues[place]?.shift()
    if (next) yield next
    else queues.splice(place, 1)
  }
}
