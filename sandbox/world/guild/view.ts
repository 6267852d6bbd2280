import type { APIGuildMember } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { isGuildChannel } from '../channels/kinds.ts'
import { withoutMaker } from '../expressions/rights.ts'
import { channelsOf, guildOf, userOf } from '../lookup.ts'
import { eventView, openEvents } from '../scheduled-events/store.ts'
import type { GuildState } from '../state.ts'
import { activeThreads } from '../threads/list.ts'

/** A guild as REST and GUILD_UPDATE show it. */
export function guildView(state: GuildState) {
  return {
    ...state.guild,
    nsfw: false,
    roles: [...state.roles.values()],
    emojis: [...state.emojis.values()].map(emoji => withoutMaker(emoji)),
    stickers: [...state.stickers.values()].map(sticker => withoutMaker(sticker)),
  }
}

/** Presence is not modeled: every person counts as online. */
export function countsOf(sandbox: Sandbox, state: GuildState) {
  let present = 0
  for (const userId of state.members.keys()) if (!sandbox.world.accounts.get(userId)?.bot) present++
  return { approximate_member_count: state.members.size, approximate_presence_count: present }
}

interface GuildCreateOptions {
  /**
   * Without the presence intent a session gets itself and those in voice. Source: Discord's documentation, "Guild
   * Create".
   */
  members: 'all' | 'self-and-voice'
  /** Whose session it is. */
  userId: string
}

/**
 * The data of GUILD_CREATE for one session. The objects belong to the world: serialize them, but do not change them.
 * @throws DiscordError 10004 Unknown Guild, 50001 for someone who is no member
 */
export function guildCreatePayload(sandbox: Sandbox, guildId: string, { members, userId }: GuildCreateOptions) {
  const state = guildOf(sandbox.world, guildId)
  // Source: Discord's staff in discord/discord-api-docs issues 583 and 1102: a first GUILD_UPDATE looks like a change.
  const { widget_enabled: _, widget_channel_id: __, max_members: ___, max_presences: ____, ...rest } = guildView(state)
  const shown = members === 'all' ? state.members.keys() : new Set([userId, ...state.voiceStates.keys()])
  return {
    ...rest,
    joined_at: state.members.get(userId)?.joined_at ?? null,
    large: state.members.size > 250,
    unavailable: false,
    member_count: state.members.size,
    members: membersFrom(sandbox, state, shown),
    channels: [...channelsOf(sandbox.world, state)].flatMap(({ channel }) =>
      isGuildChannel(channel) ? [channel] : [],
    ),
    threads: threadsFor(sandbox, guildId, userId),
    voice_states: [...state.voiceStates.values()],
    presences: [],
    stage_instances: [...state.stageInstances.values()],
    guild_scheduled_events: openEvents(sandbox, state, userId).map(found => eventView(sandbox, found)),
    soundboard_sounds: [...state.soundboardSounds.values()].map(sound => withoutMaker(sound)),
  }
}

/** The active threads, each with the user's own membership in it, if there is one. */
function threadsFor(sandbox: Sandbox, guildId: string, userId: string) {
  const { threads, members } = activeThreads(sandbox, userId, guildId)
  return threads.map(thread => {
    const member = members.find(one => one.id === thread.id)
    return { ...thread, ...(member && { member }) }
  })
}

export function membersFrom(sandbox: Sandbox, state: GuildState, userIds: Iterable<string>): APIGuildMember[] {
  const found: APIGuildMember[] = []
  for (const userId of userIds) {
    const member = state.members.get(userId)
    if (member) found.push({ ...member, user: userOf(sandbox.world, userId) })
  }
  return found
}
