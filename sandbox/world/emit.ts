import type { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import type { Audience, Dispatch } from './dispatch.ts'

/** Sends an event to a guild's members, or only to those that `narrower` selects. */
export function emitToGuild(
  sandbox: Sandbox,
  guildId: string,
  type: Dispatch['type'],
  data: object,
  narrower: Omit<Audience, 'guildId'> = {},
): void {
  sandbox.emit({ type, data: { ...data }, audience: { guildId, ...narrower } })
}

/** Sends an event to one user, in no guild. */
export function emitToUser(sandbox: Sandbox, userId: string, type: GatewayDispatchEvents, data: object): void {
  sandbox.emit({ type, data: { ...data }, audience: { userIds: [userId] } })
}
