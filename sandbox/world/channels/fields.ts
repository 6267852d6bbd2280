import { ChannelType, type APIOverwrite } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { type GuildChannel, type GuildChannelKind, guildChannelTypes } from './kinds.ts'
import { invalidForm } from '../errors.ts'
import { permissionBits } from '../fields.ts'
import { optional, snowflake, text, whole } from '../form.ts'

const overwriteForm = z.object({
  id: snowflake,
  type: z.union([z.literal(0), z.literal(1)]),
  allow: optional(permissionBits),
  deny: optional(permissionBits),
})

type OverwriteDraft = z.output<typeof overwriteForm>

const tagForm = z.object({
  id: snowflake.nullish(),
  name: text(20, 0),
  moderated: optional(z.boolean()),
  emoji_id: snowflake.nullish(),
  emoji_name: z.string().max(100).nullish(),
})

const slowmode = whole(0, 21_600)
const reaction = z.object({ emoji_id: snowflake.nullish(), emoji_name: z.string().max(100).nullish() })

/** The fields of a channel, on creation or later. Each kind takes its own and ignores the rest. */
export const channelForm = z.object({
  name: text(100, 1),
  type: optional(z.union(guildChannelTypes.map(type => z.literal(type)))),
  position: optional(whole(0, 2 ** 31 - 1)),
  topic: text(4096).nullish(),
  bitrate: optional(whole(8_000, 384_000)),
  user_limit: optional(whole(0, 10_000)),
  nsfw: optional(z.boolean()),
  rate_limit_per_user: optional(slowmode),
  parent_id: snowflake.nullish(),
  permission_overwrites: optional(z.array(overwriteForm).max(1000)),
  rtc_region: z.string().max(100).nullish(),
  video_quality_mode: optional(whole(1, 2)),
  default_auto_archive_duration: optional(z.union([60, 1440, 4320, 10_080].map(minutes => z.literal(minutes)))),
  default_thread_rate_limit_per_user: optional(slowmode),
  default_reaction_emoji: reaction.nullish(),
  default_sort_order: whole(0, 1).nullish(),
  default_forum_layout: optional(whole(0, 2)),
  flags: optional(whole(0, 2 ** 31 - 1)),
  available_tags: optional(z.array(tagForm).max(20)),
})

/** As `channelForm`, with nothing required. */
export const channelEditForm = channelForm.partial()

export type ChannelFields = z.output<typeof channelEditForm>

const every = ['flags', 'position', 'parent_id'] as const
const spoken = ['nsfw', 'rate_limit_per_user'] as const
const threaded = ['topic', 'default_auto_archive_duration', 'default_thread_rate_limit_per_user'] as const
const voice = ['bitrate', 'user_limit', 'rtc_region', 'video_quality_mode'] as const
const posts = ['default_reaction_emoji', 'default_sort_order'] as const

/** The fields that a kind of channel has besides name, overwrites and tags. */
const fieldsOfKind: Record<GuildChannelKind, readonly (keyof ChannelFields)[]> = {
  [ChannelType.GuildText]: [...every, ...spoken, ...threaded],
  [ChannelType.GuildAnnouncement]: [...every, ...spoken, ...threaded],
  [ChannelType.GuildVoice]: [...every, ...spoken, ...voice],
  [ChannelType.GuildStageVoice]: [...every, ...spoken, ...voice],
  [ChannelType.GuildForum]: [...every, ...spoken, ...threaded, ...posts, 'default_forum_layout'],
  [ChannelType.GuildMedia]: [...every, ...spoken, ...threaded, ...posts],
  [ChannelType.GuildCategory]: [...every],
}

/**
 * The longest topic (characters): in forums and media channels it holds the guidelines for posts, which may be long.
 * Source: Discord's documentation, "Channel".
 */
const longestTopic = (type: ChannelType) => (holdsPosts(type) ? 4096 : 1024)

/** The channel with these fields applied. Overwrites are checked elsewhere. @throws DiscordError 50035 for the topic */
export function applyFields(sandbox: Sandbox, channel: GuildChannel, fields: ChannelFields): GuildChannel {
  const most = longestTopic(channel.type)
  if (fields.topic && fields.topic.length > most)
    throw invalidForm([{ path: 'topic', code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${most} or fewer in length.` }])
  const taken = fieldsOfKind[channel.type].flatMap(key =>
    fields[key] === undefined ? [] : [[key, fields[key]] as const],
  )
  return {
    ...channel,
    ...(fields.name !== undefined && { name: channelName(fields.name, channel.type) }),
    ...Object.fromEntries(taken),
    ...(fields.topic === '' && 'topic' in channel && { topic: null }),
    ...(holdsPosts(channel.type) && fields.available_tags && { available_tags: tags(sandbox, fields) }),
  }
}

/** Whether channels of this kind hold only posts, which are threads: forums and media channels. */
const holdsPosts = (type: ChannelType) => type === ChannelType.GuildForum || type === ChannelType.GuildMedia

/** Text channel names are lower-cased, with spaces replaced, as Discord does. */
function channelName(name: string, type: ChannelType): string {
  const isPlain = type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement || holdsPosts(type)
  return isPlain ? name.toLowerCase().replaceAll(/\s+/g, '-') : name
}

export const overwriteOf = ({ id, type, allow = 0n, deny = 0n }: OverwriteDraft): APIOverwrite => ({
  id,
  type,
  allow: String(allow),
  deny: String(deny),
})

const tags = (sandbox: Sandbox, { available_tags = [] }: ChannelFields) =>
  available_tags.map(tag => ({
    id: tag.id ?? sandbox.nextId(),
    name: tag.name,
    moderated: tag.moderated ?? false,
    emoji_id: tag.emoji_id ?? null,
    emoji_name: tag.emoji_name ?? null,
  }))
