import {
  ChannelType,
  GatewayDispatchEvents,
  GuildExplicitContentFilter,
  GuildFeature,
  GuildVerificationLevel,
  WebhookType,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { createChannel } from '../channels/create.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { emitToGuild } from '../emit.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'

type Guild = GuildState['guild']

/**
 * The permission that switching a feature requires; all other features are set by Discord. Source: "Mutable Guild
 * Features" in its documentation.
 */
const switches = new Map<string, 'administrator' | 'manager' | 'owner'>([
  [GuildFeature.Community, 'administrator'],
  [GuildFeature.Discoverable, 'administrator'],
  [GuildFeature.InvitesDisabled, 'manager'],
  [GuildFeature.RaidAlertsDisabled, 'manager'],
  [GuildFeature.PruneRequiresAdmin, 'owner'],
  // Clients can take it away here; switching it on is a request of its own.
  [GuildFeature.MemberVerificationGateEnabled, 'manager'],
])

/**
 * The features after a request. Its list replaces the features that can be switched; locked or unknown ones in it have
 * no effect. Source: discord/discord-api-docs issue 1764.
 * @throws DiscordError 50013, 40006 for DISCOVERABLE
 */
export function featuresAfter(sandbox: Sandbox, actor: ActingUser, { guild }: GuildState, wanted: readonly string[]) {
  const before: readonly string[] = guild.features
  const removed = before.filter(one => switches.has(one) && !wanted.includes(one))
  const added = [...switches.keys()].filter(one => wanted.includes(one) && !before.includes(one) && isOpen(one, wanted))
  for (const feature of [...removed, ...added]) {
    const by = switches.get(feature)
    if (by === 'administrator') requirePermission(sandbox, actor.userId, guild.id, permission.Administrator)
    if (by === 'owner' && guild.owner_id !== actor.userId) throw missingPermissions()
  }
  if (added.includes(GuildFeature.Discoverable)) throw unavailable()
  return [...before.filter(one => !removed.includes(one)), ...added] as GuildFeature[]
}

const pausing = new Set<string>([GuildFeature.InvitesDisabled])
const byScreening = new Set<string>([GuildFeature.MemberVerificationGateEnabled])

/** Pausing invites this way is for communities; others have incident actions. */
function isOpen(feature: string, wanted: readonly string[]): boolean {
  if (pausing.has(feature)) return wanted.includes(GuildFeature.Community)
  return !byScreening.has(feature)
}

/**
 * Discord's error for a community without its channels, in Discord's own misleading words: issue 6015 of its
 * documentation.
 */
const unavailable = () => new DiscordError(403, 40_006, 'This feature has been temporarily disabled server-side')

const needed = ['rules_channel_id', 'public_updates_channel_id'] as const

/** Clients ask for a new channel with 1 in the place of its id. */
export const newChannel = '1'
const newNames = { rules_channel_id: 'rules', public_updates_channel_id: 'moderator-only' }

/** Makes the channels that a request for a community left to Discord. */
export function withNewChannels(sandbox: Sandbox, actor: ActingUser, { guild }: GuildState, after: Guild): Guild {
  const made = needed.flatMap(key =>
    after[key] === newChannel
      ? [[key, createChannel(sandbox, actor, guild.id, { name: newNames[key], type: ChannelType.GuildText }).id]]
      : [],
  )
  return { ...after, ...Object.fromEntries(made) }
}

/**
 * Requires what a community must have. Whether Discord also requires the safety settings that its clients switch on is
 * a condition.
 * @throws DiscordError 40006 without a channel for rules and one for updates, 50086 when they are not for text
 */
export function requireCommunity(sandbox: Sandbox, after: Guild): void {
  if (!after.features.includes(GuildFeature.Community)) return
  const ids = needed.map(key => after[key])
  if (ids.includes(null)) throw unavailable()
  const isSafe =
    after.verification_level !== GuildVerificationLevel.None &&
    after.explicit_content_filter === GuildExplicitContentFilter.AllMembers
  if (sandbox.conditions.community.requiresSafety && !isSafe) throw unavailable()
  for (const id of ids)
    if (id !== newChannel && sandbox.world.channels.get(id ?? '')?.channel.type !== ChannelType.GuildText)
      throw new DiscordError(400, 50_086, 'Community server channels must be text channels')
}

/**
 * The fields that change when COMMUNITY is switched off. Discord does not document them: whether its channels stay
 * named, and whether newcomers are still screened, are conditions.
 */
export function withoutCommunity({ conditions }: Sandbox, before: Guild, after: Guild): Guild {
  const isLeaving = [before, after].map(one => one.features.includes(GuildFeature.Community)).join() === 'true,false'
  if (!isLeaving) return after
  const { keepsPointers, keepsScreening } = conditions.community
  const lost = new Set<string>([
    GuildFeature.Discoverable,
    GuildFeature.InvitesDisabled,
    ...(keepsScreening ? [] : [GuildFeature.MemberVerificationGateEnabled]),
  ])
  return {
    ...after,
    features: after.features.filter(one => !lost.has(one)),
    ...(!keepsPointers && { rules_channel_id: null, public_updates_channel_id: null }),
  }
}

/** Discord's news for communities follow into the updates channel, by a webhook that nobody can change. */
export function followNews(sandbox: Sandbox, state: GuildState, before: Guild): void {
  const homeOf = (guild: Guild) =>
    guild.features.includes(GuildFeature.Community) ? guild.public_updates_channel_id : null
  const [from, to] = [homeOf(before), homeOf(state.guild)]
  if (from === to) return
  const guildId = state.guild.id
  for (const webhook of state.webhooks.values()) if (isSystemWebhook(webhook)) state.webhooks.delete(webhook.id)
  if (to !== null) {
    const id = sandbox.nextId()
    state.webhooks.set(id, {
      id,
      type: WebhookType.ChannelFollower,
      guild_id: guildId,
      channel_id: to,
      name: 'Community Updates',
      avatar: null,
      application_id: null,
    })
  }
  for (const channel_id of [from, to])
    if (channel_id !== null)
      emitToGuild(sandbox, guildId, GatewayDispatchEvents.WebhooksUpdate, { guild_id: guildId, channel_id })
}

/** Whether Discord made the webhook; every other one was made by somebody. */
export const isSystemWebhook = ({ type, user }: { type: WebhookType; user?: object }): boolean =>
  type === WebhookType.ChannelFollower && user === undefined
