import type { GatewayEvent } from './gateway.ts'
import type { Live } from './model.ts'
import { guildEvents } from './reduce-guild.ts'
import { messageEvents } from './reduce-messages.ts'

/** How one kind of event changes what is known. Each handler states the payload Discord documents for its event. */
export type EventHandlers = Record<string, (live: Live, data: never) => Live>

const handlers: EventHandlers = { ...guildEvents, ...messageEvents }

/** What is known after an event. Events this page does not use change nothing. */
export function reduce(live: Live, event: GatewayEvent): Live {
  const handle = handlers[event.type]
  // The gateway's payloads are Discord's own shapes; each handler names its own.
  return handle ? handle(live, event.data as never) : live
}
