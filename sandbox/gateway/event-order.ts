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
 * The order in which the events of one act go out. Discord promises none between events of different kinds, so with
 * `conditions.eventOrder: 'shuffled'` it is another one each time, drawn from the world's seed. Events of one kind keep
 * theirs, and a guild comes before what happens in it. What is done in one turn of the event loop counts as one act, up
 * to where something that was told of is told of otherwise: nobody comes back before they left.
 * @returns takes what is ready for a session, and `put`s it there now or when the act is over
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

/** Draws from the kinds until none is left. */
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
