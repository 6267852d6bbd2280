import { type APIChannel, GatewayDispatchEvents as Event, GatewayIntentBits as Intent } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { isGuildChannel } from '../world/channels/kinds.ts'
import { hiddenChannels, masked } from '../world/channels/obfuscation.ts'
import type { Dispatch } from '../world/dispatch.ts'
import { parentIdOf } from '../world/lookup.ts'
import type { ChannelState, GuildState } from '../world/state.ts'
import { activeThreads } from '../world/threads/list.ts'
import { guildOfEvent } from './audience.ts'
import { onShard, type Session } from './session.ts'

/**
 * Masks the channels that a bot cannot view. Once the bot can view one, it gets the channel's data and its threads.
 * Source: Discord's documentation, "Obfuscated Channels" and "Thread List Sync".
 */
export interface ChannelMasking {
  /** A GUILD_CREATE in which the channels hidden from this session are masked. */
  guildCreate<T extends object>(session: Session, guildId: string, payload: T): T
  /** The data of an event as this session gets it. */
  shown(session: Session, dispatch: Dispatch): Dispatch['data']
  /** The events that Discord sends in addition, because the event made other channels visible or hid them. */
  furtherEvents(session: Session, dispatch: Dispatch): Pick<Dispatch, 'type' | 'data'>[]
}

type SentEvent = Pick<Dispatch, 'type' | 'data'>

const aboutChannels: ReadonlySet<string> = new Set([Event.ChannelCreate, Event.ChannelUpdate, Event.ChannelDelete])
const aboutRights: ReadonlySet<string> = new Set([Event.GuildRoleUpdate, Event.GuildRoleDelete, Event.GuildUpdate])
const aboutMembers: ReadonlySet<string> = new Set([Event.GuildMemberUpdate, Event.VoiceStateUpdate])

/** Whether the event may change what this user can view. */
function mayChangeVisibility({ type, data }: Dispatch, userId: string): boolean {
  if (aboutChannels.has(type) || aboutRights.has(type)) return true
  const user = data['user'] as { id?: unknown } | undefined
  return aboutMembers.has(type) && (data['user_id'] ?? user?.id) === userId
}

export function createChannelMasking(sandbox: Sandbox): ChannelMasking {
  /** The channels that each session got masked, by guild. Only bots' sessions are in it. */
  const hiddenFrom = new WeakMap<Session, Map<string, Set<string>>>()
  const isMasked = () => sandbox.conditions.hiddenChannels.masked

  function findHidden(session: Session, state: GuildState): Set<string> {
    const hidden = hiddenChannels(sandbox, state, session.userId)
    const guilds = hiddenFrom.get(session) ?? new Map<string, Set<string>>()
    hiddenFrom.set(session, guilds.set(state.guild.id, hidden))
    return hidden
  }

  const shownAs = (channel: ChannelState['channel'], hidden: ReadonlySet<string>) =>
    isMasked() && hidden.has(channel.id) && isGuildChannel(channel) ? masked(channel) : channel

  function updateOf(id: string, hidden: ReadonlySet<string>): SentEvent[] {
    const channel = sandbox.world.channels.get(id)?.channel
    return channel ? [{ type: Event.ChannelUpdate, data: { ...shownAs(channel, hidden) } }] : []
  }

  function threadsOf({ userId }: Session, guildId: string, channelIds: readonly string[]): SentEvent[] {
    if (channelIds.length === 0) return []
    const { threads, members } = activeThreads(sandbox, userId, guildId)
    const visible = threads.filter(thread => channelIds.includes(parentIdOf(thread) ?? ''))
    const own = members.filter(({ id }) => visible.some(thread => thread.id === id))
    const data = { guild_id: guildId, channel_ids: channelIds, threads: visible, members: own }
    return [{ type: Event.ThreadListSync, data }]
  }

  return {
    guildCreate(session, guildId, payload) {
      const state = sandbox.world.guilds.get(guildId)
      if (session.kind !== 'bot' || !state || !('channels' in payload)) return payload
      const hidden = findHidden(session, state)
      if (hidden.size === 0 || !isMasked()) return payload
      return { ...payload, channels: (payload.channels as APIChannel[]).map(channel => shownAs(channel, hidden)) }
    },

    shown(session, { type, data }) {
      if (session.kind !== 'bot' || !aboutChannels.has(type) || !isMasked()) return data
      const channel = data as unknown as ChannelState['channel']
      const state = sandbox.world.guilds.get(String(data['guild_id']))
      if (!state || !isGuildChannel(channel)) return data
      // A deleted channel's permissions can no longer be computed: the event shows it as this session last saw it.
      const hidden =
        type === Event.ChannelDelete
          ? hiddenFrom.get(session)?.get(state.guild.id)
          : hiddenChannels(sandbox, state, session.userId)
      return hidden?.has(channel.id) ? { ...masked(channel) } : data
    },

    furtherEvents(session, dispatch) {
      if (session.kind !== 'bot' || !mayChangeVisibility(dispatch, session.userId)) return []
      const guildId = guildOfEvent(dispatch)
      const before = guildId === undefined ? undefined : hiddenFrom.get(session)?.get(guildId)
      const state = sandbox.world.guilds.get(guildId ?? '')
      if (!before || !state || state.unavailable || !state.members.has(session.userId)) return []
      if (!onShard(state.guild.id, session.shard) || ((session.intents ?? 0) & Intent.Guilds) === 0) return []
      const after = findHidden(session, state)
      const gained = [...before].filter(id => !after.has(id) && sandbox.world.channels.has(id))
      const lost = [...after].filter(id => !before.has(id))
      const announced = aboutChannels.has(dispatch.type) ? dispatch.data['id'] : undefined
      const updates = isMasked() ? [...gained, ...lost].filter(id => id !== announced) : []
      return [...updates.flatMap(id => updateOf(id, after)), ...threadsOf(session, state.guild.id, gained)]
    },
  }
}
