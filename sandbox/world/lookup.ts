import type { APIGuildMember, APIOverwrite, APIRole, APIUser } from 'discord-api-types/v10'
import { unknown } from './errors.ts'
import type { Account, Application, ChannelState, GuildState, World } from './state.ts'

/** Accessors that throw Discord's errors when something does not exist. */

/** @throws DiscordError 10004 Unknown Guild */
export function guildOf(world: World, guildId: string): GuildState {
  const state = world.guilds.get(guildId)
  if (!state) throw unknown.guild()
  return state
}

/** Guild channels, threads and direct messages. @throws DiscordError 10003 Unknown Channel */
export function channelOf(world: World, channelId: string): ChannelState {
  const state = world.channels.get(channelId)
  if (!state) throw unknown.channel()
  return state
}

/** @throws DiscordError 10003 when it is no channel of a guild */
export function guildChannelOf(world: World, channelId: string): ChannelState & { guildId: string } {
  const state = channelOf(world, channelId)
  if (!inGuild(state)) throw unknown.channel()
  return state
}

const inGuild = (state: ChannelState): state is ChannelState & { guildId: string } => state.guildId !== undefined

/** @throws DiscordError 10013 Unknown User */
export function accountOf(world: World, userId: string): Account {
  const account = world.accounts.get(userId)
  if (!account) throw unknown.user()
  return account
}

/** @throws DiscordError 10013 Unknown User */
export const userOf = (world: World, userId: string): APIUser => accountOf(world, userId).user

/** As stored, without the user. @throws DiscordError 10007 Unknown Member */
export function memberStateOf(state: GuildState, userId: string): Omit<APIGuildMember, 'user'> {
  const member = state.members.get(userId)
  if (!member) throw unknown.member()
  return member
}

/** As the API shows it. @throws DiscordError 10007 Unknown Member */
export function memberOf(world: World, guildId: string, userId: string): APIGuildMember {
  const member = memberStateOf(guildOf(world, guildId), userId)
  return { ...member, user: userOf(world, userId) }
}

/** @throws DiscordError 10011 Unknown Role */
export function roleOf(state: GuildState, roleId: string): APIRole {
  const role = state.roles.get(roleId)
  if (!role) throw unknown.role()
  return role
}

export function applicationOfBot(world: World, botUserId: string): Application | undefined {
  for (const application of world.applications.values()) if (application.botUserId === botUserId) return application
  return undefined
}

export function overwritesOf(channel: ChannelState['channel']): readonly APIOverwrite[] {
  return 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : []
}

/** A thread's parent or a channel's category. */
export function parentIdOf(channel: ChannelState['channel']): string | undefined {
  return 'parent_id' in channel ? (channel.parent_id ?? undefined) : undefined
}

/** Every channel of the guild, threads included, in no order. */
export function* channelsOf(world: World, state: GuildState): Generator<ChannelState> {
  for (const id of state.channelIds) {
    const channel = world.channels.get(id)
    if (channel) yield channel
  }
}
