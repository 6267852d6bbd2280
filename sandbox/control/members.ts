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

/** Where a member would write: the first text channel that is open to them, one called general before others. */
export function writableChannelOf(sandbox: Sandbox, guildId: string, userId: string): string {
  const open = [...guildOf(sandbox.world, guildId).channelIds].flatMap(id => {
    const channel = sandbox.world.channels.get(id)?.channel
    const text = channel?.type === ChannelType.GuildText
    return text && has(permissionsIn(sandbox, userId, id), permission.SendMessages) ? [channel] : []
  })
  const chosen = open.find(channel => channel.name === 'general') ?? open[0]
  if (!chosen) throw new Error('there is no channel to write in')
  return chosen.id
}
