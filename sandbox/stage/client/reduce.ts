import type { GatewayEvent } from './gateway.ts'
import type { EventHandlers, LiveState } from './model.ts'
import { guildEvents } from './reduce-guild.ts'
import { messageEvents } from './reduce-messages.ts'

const handlers: EventHandlers = { ...guildEvents, ...messageEvents }

/** The state after an event. Events that this page does not use change nothing. */
export function reduce(live: LiveState, event: GatewayEvent): LiveState {
  const handle = handlers[event.type]
  // The gateway's payloads are Discord's own shapes; each handler names its own.
  return handle ? handle(live, event.data as never) : live
}
