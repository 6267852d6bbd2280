import { type APIThreadChannel, AuditLogEvent, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { channelState } from '../blank.ts'
import type { ActingUser } from '../guard.ts'
import { guildChannelOf } from '../lookup.ts'
import { listeners } from '../messages/store.ts'
import { markActive } from '../members/activity.ts'
import type { ChannelState } from '../state.ts'
import { timestamp } from '../time.ts'
import { awaitSilence } from './auto-archive.ts'
import { enter } from './membership.ts'

/** Minutes without activity after which a thread is archived. */
export const archiveDuration = z.union([z.literal(60), z.literal(1440), z.literal(4320), z.literal(10_080)])

interface ThreadDraft {
  name: string
  type: APIThreadChannel['type']
  auto_archive_duration?: number | undefined
  rate_limit_per_user?: number | undefined
  invitable?: boolean | undefined
  applied_tags?: string[] | undefined
}

/** A post that a webhook opens, still empty. @returns the thread's id */
export function openPost(
  sandbox: Sandbox,
  ownerId: string,
  channelId: string,
  post: { name: string; tags: string[] },
): string {
  const parent = guildChannelOf(sandbox.world, channelId)
  const draft: ThreadDraft = { name: post.name, type: ChannelType.PublicThread, applied_tags: post.tags }
  return open(sandbox, { userId: ownerId }, parent, draft).channel.id
}

/** Adds a thread, announces it, and makes its owner the first member. Does no checks. */
export function open(
  sandbox: Sandbox,
  actor: ActingUser,
  parent: ChannelState & { guildId: string },
  draft: ThreadDraft,
  id = sandbox.nextId(),
): ChannelState {
  const now = timestamp(sandbox)
  const channel = {
    id,
    type: draft.type,
    guild_id: parent.guildId,
    parent_id: parent.channel.id,
    owner_id: actor.userId,
    name: draft.name,
    last_message_id: null,
    rate_limit_per_user: draft.rate_limit_per_user ?? 0,
    message_count: 0,
    member_count: 0,
    total_message_sent: 0,
    flags: 0,
    ...(draft.applied_tags && { applied_tags: draft.applied_tags }),
    thread_metadata: {
      archived: false,
      archive_timestamp: now,
      auto_archive_duration: draft.auto_archive_duration ?? 4320,
      locked: false,
      create_timestamp: now,
      ...(draft.type === ChannelType.PrivateThread && { invitable: draft.invitable ?? true }),
    },
  }
  const state = channelState(channel, parent.guildId)
  sandbox.world.channels.set(id, state)
  sandbox.world.guilds.get(parent.guildId)?.channelIds.add(id)
  // A forum's last message is its latest post.
  if ('available_tags' in parent.channel) parent.channel.last_message_id = id
  const data = { ...channel, newly_created: true }
  sandbox.emit({ type: GatewayDispatchEvents.ThreadCreate, data, audience: listeners(state) })
  enter(sandbox, state, actor.userId)
  awaitSilence(sandbox, state)
  markActive(sandbox, actor.userId)
  audit(sandbox, actor, {
    guildId: parent.guildId,
    type: AuditLogEvent.ThreadCreate,
    targetId: id,
    changes: changesBetween({}, { ...channel, ...channel.thread_metadata }, [
      'name',
      'type',
      'archived',
      'locked',
      'auto_archive_duration',
      'rate_limit_per_user',
      'flags',
    ]),
  })
  return state
}
