import { ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { permissionsIn } from '../world/guard.ts'
import { guildOf } from '../world/lookup.ts'
import { has, permission } from '../world/permissions.ts'

/** The user id of the account with that login; undefined when it is not a member there. */
export function presentMember(sandbox: Sandbox, guildId: string, login: string): string | undefined {
  const { members } = guildOf(sandbox.world, guildId)
  for (const [id, account] of sandbox.world.accounts) if (account.login === login && members.has(id)) return id
  return undefined
}

/** Like `presentMember`. @throws Error when no member there has that login */
export function memberByLogin(sandbox: Sandbox, guildId: string, login: string): string {
  const id = presentMember(sandbox, guildId, login)
  if (id === undefined) throw new Error(`'${login}' is not in this server`)
  return id
}

/**
 * The text channel in which a member would write: the first one in which they may, preferably one called general;
 * undefined when they may write in none.
 */
export function openChannelOf(sandbox: Sandbox, guildId: string, userId: string): string | undefined {
  const open = [...guildOf(sandbox.world, guildId).channelIds].flatMap(id => {
    const channel = sandbox.world.channels.get(id)?.channel
    const text = channel?.type === ChannelType.GuildText
    return text && has(permissionsIn(sandbox, userId, id), permission.SendMessages) ? [channel] : []
  })
  return (open.find(channel => channel.name === 'general') ?? open[0])?.id
}

/** Like `openChannelOf`. @throws Error when the member may write in no channel */
export function writableChannelOf(sandbox: Sandbox, guildId: string, userId: string): string {
  const id = openChannelOf(sandbox, guildId, userId)
  if (id === undefined) throw new Error('there is no channel to write in')
  return id
}
