import type { Sandbox } from '../../context.ts'
import { channelOf, overwritesOf } from '../lookup.ts'
import { channelPermissions, has } from '../permissions.ts'
import type { GuildState } from '../state.ts'

/** Whether somebody without a role may do this in a channel. */
export function everyoneMay(
  sandbox: Sandbox,
  { guild, roles }: GuildState,
  channelId: string,
  wanted: bigint,
): boolean {
  const { channel } = channelOf(sandbox.world, channelId)
  const nobody = {
    userId: '',
    guildId: guild.id,
    isOwner: false,
    everyone: BigInt(roles.get(guild.id)?.permissions ?? 0),
    roles: [],
    timedOut: false,
  }
  return has(channelPermissions(nobody, overwritesOf(channel), channel.type), wanted)
}
