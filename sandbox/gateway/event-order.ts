import { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import type { Session } from './session.ts'

interface Parcel {
  type: string
  put: () => void
}

/**
 * The order in which the events of one act go out. Discord promises none between events about different kinds of
 * things, so with `conditions.eventOrder: 'shuffled'` it is another one each time, drawn from the world's seed. What
 * becomes of one kind of thing keeps its order, as nobody leaves before they came, and a guild comes before what happens
 * in it. Whatever is done in one turn of the event loop counts as one act.
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
    if (waiting.size === 0) setImmediate(flush)
    waiting.set(session, [...(waiting.get(session) ?? []), { type, put }])
  }
}

/** What an event is about: 'GUILD_MEMBER' of GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE and GUILD_MEMBER_REMOVE. */
const thing = (type: string) =>
  type.replace(/_(?:ADD|CREATE|UPDATE|REMOVE|DELETE|DELETE_BULK|REMOVE_ALL|REMOVE_EMOJI)$/, '')

/** Draws from the kinds of things until none is left. */
function* shuffled(parcels: readonly Parcel[], random: Sandbox['random']): Generator<Parcel> {
  const isGuild = ({ type }: Parcel) => type === GatewayDispatchEvents.GuildCreate
  yield* parcels.filter(isGuild)
  const kinds = Map.groupBy(
    parcels.filter(parcel => !isGuild(parcel)),
    ({ type }) => thing(type),
  )
  const queues = [...kinds.values()]
  while (queues.length > 0) {
    const place = Math.floor(random('event order') * queues.length)
    const next = queues[place]?.shift()
    if (next) yield next
    else queues.splice(place, 1)
  }
}
