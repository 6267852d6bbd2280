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

/** How long Discord may take to log who deleted a message (ms). */
const writtenAfterMs = 5_000
/** An entry about the same author that changed this shortly before the deletion may be about it (ms). */
const marginMs = 2_000
/** Deletions within the same two seconds share one lookup. */
const sharedForMs = 2_000
/** Far longer than Discord adds further deletions to one entry (ms). */
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

/**
 * Records a new audit log entry: Discord announces the first deletion that an entry counts, but none of the later ones.
 */
export function onDeletionEntry(
  services: Pick<Services, 'memory' | 'now' | 'db' | 'log'>,
  entry: GuildAuditLogsEntry,
): void {
  if (entry.action !== AuditLogEvent.MessageDelete) return
  stateOf(services).deletionEntries.set(entry.id, { count: countOf(entry), at: services.now() })
}

/** Records this process's own deletions: Discord's audit log does not include them. */
export function watchOwnDeletions(services: Pick<Services, 'client' | 'memory'>): void {
  services.client.rest.on('response', ({ method, path }, { ok }) => {
    const messageId = method === 'DELETE' && ok ? /^\/channels\/\d+\/messages\/(\d+)$/.exec(path)?.[1] : undefined
    if (messageId !== undefined) stateOf(services).ownDeletions.set(messageId, true)
  })
}

/**
 * Whether a moderator deleted a message of this author in this channel around that time, or that cannot be ruled out.
 * One entry counts several deletions, so its count is compared with the one seen before.
 * @param at when the message was deleted (Unix ms)
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

/** A ban may also delete the user's messages. */
async function mayBeBanned(guild: Guild, userId: string): Promise<boolean> {
  try {
    await guild.bans.fetch({ user: userId, force: true })
    return true
  } catch (err) {
    return !(err instanceof DiscordAPIError && err.code === RESTJSONErrorCodes.UnknownBan)
  }
}

const botsNamed = 10

/** Other bots that may delete messages in a channel; bots that are not cached are found through their own role. */
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

/** Describes who may have deleted a message that no moderator did: Discord does not log single deletions by bots. */
function deletedBy(guild: Guild, channelId: string): string {
  const bots = deletingBots(guild, channelId)
  const more = bots.length > botsNamed ? [`${bots.length - botsNamed} more`] : []
  const named = listed([...bots.slice(0, botsNamed).map(id => `<@${id}>`), ...more])
  const others =
    bots.length > 0 ? `Bots with Manage Messages there: ${named}.` : 'I know of no other bot that could have.'
  return `The message was deleted by its author, or by a bot, which Discord does not log. ${others}`
}

/** Logs a deleted message with mentions, unless a moderator or this bot deleted it, or that cannot be determined. */
export const deletionVerdict = job({
  handle,
  payload,
  promise: 'housekeeping',
  async run(services, { messageId, at }, { guildId }) {
    const { ghostPings, ownDeletions, handled } = stateOf(services)
    // After a restart, nothing is known about the message any more.
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
