import { ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { type GuildChannel } from '../channels/kinds.ts'
import { listed } from '../channels/store.ts'
import type { GuildState } from '../state.ts'

/** The kinds of channels that a template holds. */
const kinds: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildCategory,
  ChannelType.GuildForum,
]

/**
 * A guild's structure as its template holds it: its settings, its roles except those of integrations, its channels.
 * Numbers stand for ids; @everyone is role 0. Source: Discord's API description.
 */
export function snapshotOf(sandbox: Sandbox, state: GuildState) {
  const { guild } = state
  const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position
  const roles = [...state.roles.values()].filter(role => !role.managed).sort(byPosition)
  const rooms = listed(sandbox, state).sort(byPosition)
  const kept = [
    ...rooms.filter(channel => channel.type === ChannelType.GuildCategory),
    ...rooms.filter(channel => channel.type !== ChannelType.GuildCategory && kinds.includes(channel.type)),
  ]
  const roleNumbers = new Map(roles.map((role, index) => [role.id, index]))
  const channelNumbers = new Map(kept.map((channel, index) => [channel.id, index + 1]))
  const numberOf = (id: string | null | undefined) => channelNumbers.get(id ?? '') ?? null
  return {
    name: guild.name,
    description: guild.description,
    region: guild.region,
    verification_level: guild.verification_level,
    default_message_notifications: guild.default_message_notifications,
    explicit_content_filter: guild.explicit_content_filter,
    preferred_locale: guild.preferred_locale,
    afk_timeout: guild.afk_timeout,
    afk_channel_id: numberOf(guild.afk_channel_id),
    system_channel_id: numberOf(guild.system_channel_id),
    system_channel_flags: guild.system_channel_flags,
    roles: roles.map(({ name, permissions, color, colors, hoist, mentionable, icon, unicode_emoji }, id) => ({
      id,
      name,
      permissions,
      color,
      colors,
      hoist,
      mentionable,
      icon,
      unicode_emoji,
    })),
    channels: kept.map(channel => channelIn(channel, numberOf, roleNumbers)),
  }
}

/** Every kind has every field. */
const defaults = {
  topic: null,
  bitrate: 64_000,
  user_limit: 0,
  nsfw: false,
  rate_limit_per_user: 0,
  default_auto_archive_duration: null,
  default_reaction_emoji: null,
  default_thread_rate_limit_per_user: null,
  default_sort_order: null,
  default_forum_layout: null,
}

function channelIn(
  channel: GuildChannel,
  numberOf: (id: string | null | undefined) => number | null,
  roleNumbers: ReadonlyMap<string, number>,
) {
  const own: Record<string, unknown> = { ...channel }
  const fields = Object.fromEntries(Object.entries(defaults).map(([key, usual]) => [key, own[key] ?? usual]))
  const tags = 'available_tags' in channel ? channel.available_tags : []
  return {
    id: numberOf(channel.id),
    type: channel.type,
    name: channel.name,
    position: channel.position,
    parent_id: numberOf(channel.parent_id),
    ...fields,
    permission_overwrites: (channel.permission_overwrites ?? []).flatMap(({ id, type, allow, deny }) => {
      const role = roleNumbers.get(id)
      return role === undefined ? [] : [{ id: role, type, allow, deny }]
    }),
    available_tags: tags.map(({ name, moderated, emoji_id, emoji_name }, index) => ({
      id: index + 1,
      name,
      moderated,
      emoji_id,
      emoji_name,
    })),
    template: '',
    default_tag_setting: null,
    theme_color: null,
  }
}
