import type { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import type { Audience } from './dispatch.ts'

/** Tells a guild's members, or those of them that `narrower` leaves. */
export function emitToGuild(
  sandbox: Sandbox,
  guildId: string,
  type: GatewayDispatchEvents,
  data: object,
  narrower: Omit<Audience, 'guildId'> = {},
): void {
  sandbox.emit({ type, data: { ...data }, audience: { guildId, ...narrower } })
}

/** Tells one user, wherever they are. */
export function emitToUser(sandbox: Sandbox, userId: string, type: GatewayDispatchEvents, data: object): void {
  sandbox.emit({ type, data: { ...data }, audience: { userIds: [userId] } })
}
