import {
  AuditLogEvent,
  DiscordAPIError,
  type Guild,
  type GuildAuditLogsEntry,
  type GuildMember,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type Role,
} from 'discord.js'
import { z } from 'zod'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { listed } from '#kit/permissions.ts'
import automod from '../contract.ts'
import { type GhostPing, stateOf } from '../state.ts'
import { reportPing } from './ghost-ping-report.ts'

/** How long Discord may take to write who deleted a message. */
const writtenAfterMs = 5_000
/** What was written about the same author this shortly before may be about this message. */
const marginMs = 2_000
/** Deletions judged in the same two seconds are looked up together. */
const sharedForMs = 2_000
/** Far longer than Discord adds deletions up in one entry. */
const growsForMs = 60 * 60_000

const payload = z.object({ messageId: z.string(), at: z.number() })
const handle = jobHandle(payload)

export function judgeLater(
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  messageId: string,
): void {
  const at = now()
  scheduler.at(handle, { at: at + writtenAfterMs, guildId, key: messageId, payload: { messageId, at } })
}

const countOf = ({ extra }: Pick<GuildAuditLogsEntry, 'extra'>): number =>
  extra !== null && 'count' in extra ? extra.count : 1

/** Discord tells of the first deletion that an entry counts, and of no other. */
export function onDeletionEntry(
  services: Pick<Services, 'memory' | 'now' | 'db' | 'log'>,
  entry: GuildAuditLogsEntry,
): void {
  if (entry.action !== AuditLogEvent.MessageDelete) return
  stateOf(services).deletionEntries.set(entry.id, { count: countOf(entry), at: services.now() })
}

/** Notes what this process deletes: Discord's audit log does not say so. */
export function watchOwnDeletions(services: Pick<Services, 'client' | 'memory'>): void {
  services.client.rest.on('response', ({ method, path }, { ok }) => {
    const messageId = method === 'DELETE' && ok ? /^\/channels\/\d+\/messages\/(\d+)$/.exec(path)?.[1] : undefined
    if (messageId !== undefined) stateOf(services).ownDeletions.set(messageId, true)
  })
}

/**
 * Whether a moderator has deleted something of this author's in this channel around then, or that cannot be ruled out. One
 * entry counts several deletions, so it is compared with what was known of it before.
 * @param at when the message was deleted (unix ms)
 */
async function mayBeModerated(services: Services, guild: Guild, ping: GhostPing, at: number): Promise<boolean> {
  const { deletionEntries: known } = stateOf(services)
  const { entries } = await services.askDiscord({
    guildId: guild.id,
    key: `automod.deletions.${Math.floor(services.now() / sharedForMs)}`,
    ttlMs: sharedForMs,
    ask: () => guild.fetchAuditLogs({ type: AuditLogEvent.MessageDelete, limit: 100 }),
  })
  let moderated = false
  for (const entry of entries.values()) {
    const isAbout = entry.targetId === ping.author.id && entry.extra.channel.id === ping.channelId
    if (!isAbout || entry.createdTimestamp < at - growsForMs) continue
    const before = known.get(entry.id)
    const grew = !before || entry.extra.count > before.count
    if (grew || before.at >= at - marginMs) moderated = true
    if (grew) known.set(entry.id, { count: entry.extra.count, at: services.now() })
  }
  return moderated
}

/** A ban takes the messages of its target with it. */
async function mayBeBanned(guild: Guild, userId: string): Promise<boolean> {
  try {
    await guild.bans.fetch({ user: userId, force: true })
    return true
  } catch (err) {
    return !(err instanceof DiscordAPIError && err.code === RESTJSONErrorCodes.UnknownBan)
  }
}

const botsNamed = 10

/** Other bots that may delete messages in a channel; those that are not cached are told by the role that came with them. */
function deletingBots(guild: Guild, channelId: string): string[] {
  const channel = guild.channels.cache.get(channelId)
  if (!channel || isHidden(channel)) return []
  const may = (one: GuildMember | Role) => channel.permissionsFor(one)?.has(PermissionFlagsBits.ManageMessages) ?? false
  const members = guild.members.cache.filter(member => member.user.bot && may(member)).map(({ id }) => id)
  const unknown = guild.roles.cache
    .filter(role => may(role) && role.tags?.botId !== undefined && !guild.members.cache.has(role.tags.botId))
    .map(role => role.tags?.botId ?? '')
  return [...new Set([...members, ...unknown])].filter(id => id !== guild.client.user.id)
}

/** What is known of who deleted a message that no moderator did: Discord's audit log has no single deletions by bots. */
function deletedBy(guild: Guild, channelId: string): string {
  const bots = deletingBots(guild, channelId)
  const more = bots.length > botsNamed ? [`${bots.length - botsNamed} more`] : []
  const named = listed([...bots.slice(0, botsNamed).map(id => `<@${id}>`), ...more])
  const others =
    bots.length > 0 ? `Bots with Manage Messages there: ${named}.` : 'I know of no other bot that could have.'
  return `The message was deleted by its author, or by a bot, which Discord does not log. ${others}`
}

/** Logs a deleted message with mentions unless a moderator or this bot deleted it, or nobody can tell. */
export const deletionVerdict = job({
  handle,
  payload,
  promise: 'housekeeping',
  async run(services, { messageId, at }, { guildId }) {
    const { ghostPings, ownDeletions, handled } = stateOf(services)
    // After a restart nothing is known of the message any more.
    const ping = ghostPings.get(messageId)
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!ping || !guild || !services.settings.read(guild.id, automod).antiGhostping) return
    ghostPings.delete(messageId)
    if (ownDeletions.has(messageId) || handled.has(messageId)) return
    if (!guild.members.me?.permissions.has(PermissionFlagsBits.ViewAuditLog)) return
    try {
      if (await mayBeModerated(services, guild, ping, at)) return
    } catch (err) {
      services.log.info({ err, guildId, feature: automod.name }, 'nobody can tell who deleted a message')
      return
    }
    if (await mayBeBanned(guild, ping.author.id)) return
    await reportPing(services, guild.id, ping, deletedBy(guild, ping.channelId))
  },
})
