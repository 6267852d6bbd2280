import { ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { permissionsIn } from '../world/guard.ts'
import { guildOf } from '../world/lookup.ts'
import { has, permission } from '../world/permissions.ts'

/** Who plays which part in a script. */

/** The id of whoever has that login, as long as they are a member there. */
export function presentMember(sandbox: Sandbox, guildId: string, login: string): string | undefined {
  const { members } = guildOf(sandbox.world, guildId)
  for (const [id, account] of sandbox.world.accounts) if (account.login === login && members.has(id)) return id
  return undefined
}

/** @throws Error when nobody of that login is a member there */
export function memberByLogin(sandbox: Sandbox, guildId: string, login: string): string {
  const id = presentMember(sandbox, guildId, login)
  if (id === undefined) throw new Error(`'${login}' is not in this server`)
  return id
}

/**
 * Where a member would write: the first text channel that is open to them, one called general before others; undefined for
 * who may write in none.
 */
export function openChannelOf(sandbox: Sandbox, guildId: string, userId: string): string | undefined {
  const open = [...guildOf(sandbox.world, guildId).channelIds].flatMap(id => {
    const channel = sandbox.world.channels.get(id)?.channel
    const text = channel?.type === ChannelType.GuildText
    return text && has(permissionsIn(sandbox, userId, id), permission.SendMessages) ? [channel] : []
  })
  return (open.find(channel => channel.name === 'general') ?? open[0])?.id
}

/** The same of somebody who may write. @throws Error when there is no channel */
export function writableChannelOf(sandbox: Sandbox, guildId: string, userId: string): string {
  const id = openChannelOf(sandbox, guildId, userId)
  if (id === undefined) throw new Error('there is no channel to write in')
  return id
}
