import type {
  APIUser,
  GatewayGuildCreateDispatchData,
  GatewayGuildDeleteDispatchData,
  GatewayGuildEmojisUpdateDispatchData,
  GatewayGuildMemberAddDispatchData,
  GatewayGuildMemberRemoveDispatchData,
  GatewayGuildMemberUpdateDispatchData,
  GatewayGuildRoleCreateDispatchData,
  GatewayGuildRoleDeleteDispatchData,
  GatewayGuildUpdateDispatchData,
  GatewayPresenceUpdateDispatchData,
  GatewayThreadListSyncDispatchData,
  GatewayVoiceStateUpdateDispatchData,
} from 'discord-api-types/v10'
import { type EventHandlers, type LiveState, type LiveChannel, type LiveGuild, without } from './model.ts'

function inGuild(live: LiveState, guildId: string, change: (guild: LiveGuild) => Partial<LiveGuild>): LiveState {
  const guild = live.guilds[guildId]
  if (!guild) return live
  return { ...live, guilds: { ...live.guilds, [guildId]: { ...guild, ...change(guild) } } }
}

const withUser = (live: LiveState, user: APIUser): LiveState => ({ ...live, users: { ...live.users, [user.id]: user } })

const withChannel = (live: LiveState, channel: LiveChannel): LiveState => ({
  ...live,
  channels: { ...live.channels, [channel.id]: { ...live.channels[channel.id], ...channel } },
})

const withoutChannel = (live: LiveState, { id }: { id: string }): LiveState => ({
  ...live,
  channels: without(live.channels, id),
  history: without(live.history, id),
  unread: without(live.unread, id),
})

const screens = ({ features }: { features: readonly string[] }) => features.includes('MEMBER_VERIFICATION_GATE_ENABLED')

const keyed = <T extends { id: string }>(list: readonly T[]) => Object.fromEntries(list.map(each => [each.id, each]))

function guildCreated(live: LiveState, data: GatewayGuildCreateDispatchData): LiveState {
  const awaited = live.awaited.filter(id => id !== data.id)
  // In an outage only the id comes.
  if (data.unavailable) return { ...live, awaited }
  const users = Object.fromEntries(data.members.map(({ user }) => [user.id, user]))
  const own: readonly LiveChannel[] = [...data.channels, ...data.threads]
  const channels = own.map(channel => ({ ...channel, guild_id: data.id }))
  const guild: LiveGuild = {
    id: data.id,
    name: data.name,
    icon: data.icon,
    ownerId: data.owner_id,
    memberCount: data.member_count,
    roles: keyed(data.roles),
    members: Object.fromEntries(data.members.map(({ user, ...member }) => [user.id, member])),
    emojis: data.emojis,
    voice: Object.fromEntries(data.voice_states.map(state => [state.user_id, { ...state, guild_id: data.id }])),
    presences: Object.fromEntries(data.presences.map(({ user, status }) => [user.id, status ?? 'offline'])),
    screened: screens(data),
    unavailable: false,
  }
  return {
    ...live,
    awaited,
    users: { ...live.users, ...users },
    channels: { ...live.channels, ...keyed(channels) },
    guilds: { ...live.guilds, [data.id]: guild },
  }
}

function guildDeleted(live: LiveState, data: GatewayGuildDeleteDispatchData): LiveState {
  if (data.unavailable) return inGuild(live, data.id, () => ({ unavailable: true }))
  const channels = Object.fromEntries(Object.entries(live.channels).filter(([, each]) => each.guild_id !== data.id))
  return { ...live, guilds: without(live.guilds, data.id), channels }
}

function memberChanged(
  live: LiveState,
  { guild_id, user, ...member }: GatewayGuildMemberAddDispatchData | GatewayGuildMemberUpdateDispatchData,
  joined: boolean,
): LiveState {
  return inGuild(withUser(live, user), guild_id, guild => {
    const before = guild.members[user.id]
    const after = { ...before, ...member } as LiveGuild['members'][string]
    return {
      members: { ...guild.members, [user.id]: after },
      memberCount: guild.memberCount + (joined && !before ? 1 : 0),
    }
  })
}

function voiceChanged(live: LiveState, state: GatewayVoiceStateUpdateDispatchData): LiveState {
  return inGuild(live, state.guild_id ?? '', guild => ({
    voice: state.channel_id === null ? without(guild.voice, state.user_id) : { ...guild.voice, [state.user_id]: state },
  }))
}

export const guildEvents: EventHandlers = {
  READY: (live, data: { user: APIUser; guilds: { id: string }[]; private_channels?: LiveChannel[] }) => ({
    ...withUser(live, data.user),
    me: data.user,
    awaited: data.guilds.map(guild => guild.id),
    guilds: {},
    channels: keyed(data.private_channels ?? []),
    // What was read before a new session may have gaps.
    history: {},
  }),
  USER_UPDATE: (live, user: APIUser) => ({ ...withUser(live, user), me: live.me?.id === user.id ? user : live.me }),
  GUILD_CREATE: guildCreated,
  GUILD_UPDATE: (live, data: GatewayGuildUpdateDispatchData) =>
    inGuild(live, data.id, guild => ({
      name: data.name,
      icon: data.icon,
      ownerId: data.owner_id,
      screened: screens(data),
      roles: data.roles ? keyed(data.roles) : guild.roles,
    })),
  GUILD_DELETE: guildDeleted,
  CHANNEL_CREATE: withChannel,
  CHANNEL_UPDATE: withChannel,
  CHANNEL_DELETE: withoutChannel,
  THREAD_CREATE: withChannel,
  THREAD_UPDATE: withChannel,
  THREAD_DELETE: withoutChannel,
  THREAD_LIST_SYNC: (live, data: GatewayThreadListSyncDispatchData) =>
    (data.threads as LiveChannel[]).reduce<LiveState>(
      (each, thread) => withChannel(each, { ...thread, guild_id: data.guild_id }),
      live,
    ),
  GUILD_ROLE_CREATE: (live, data: GatewayGuildRoleCreateDispatchData) =>
    inGuild(live, data.guild_id, guild => ({ roles: { ...guild.roles, [data.role.id]: data.role } })),
  GUILD_ROLE_UPDATE: (live, data: GatewayGuildRoleCreateDispatchData) =>
    inGuild(live, data.guild_id, guild => ({ roles: { ...guild.roles, [data.role.id]: data.role } })),
  GUILD_ROLE_DELETE: (live, data: GatewayGuildRoleDeleteDispatchData) =>
    inGuild(live, data.guild_id, guild => ({ roles: without(guild.roles, data.role_id) })),
  GUILD_MEMBER_ADD: (live, data: GatewayGuildMemberAddDispatchData) => memberChanged(live, data, true),
  GUILD_MEMBER_UPDATE: (live, data: GatewayGuildMemberUpdateDispatchData) => memberChanged(live, data, false),
  GUILD_MEMBER_REMOVE: (live, data: GatewayGuildMemberRemoveDispatchData) =>
    inGuild(live, data.guild_id, guild => ({
      members: without(guild.members, data.user.id),
      memberCount: Math.max(0, guild.memberCount - (guild.members[data.user.id] ? 1 : 0)),
    })),
  GUILD_EMOJIS_UPDATE: (live, data: GatewayGuildEmojisUpdateDispatchData) =>
    inGuild(live, data.guild_id, () => ({ emojis: data.emojis })),
  VOICE_STATE_UPDATE: voiceChanged,
  PRESENCE_UPDATE: (live, data: GatewayPresenceUpdateDispatchData) =>
    inGuild(live, data.guild_id, guild => ({
      presences: { ...guild.presences, [data.user.id]: data.status ?? 'offline' },
    })),
}
