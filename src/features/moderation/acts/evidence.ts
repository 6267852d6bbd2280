import {
  AuditLogEvent,
  type Guild,
  type GuildBan,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits as Bits,
  RESTJSONErrorCodes,
} from 'discord.js'
import { freshMember } from '#kit/fresh-member.ts'
import { isClosed } from '../channel/lock-overwrites.ts'
import { overwritesOf } from '../channel/write-overwrites.ts'
import type { CaseKind } from '../contract.ts'
import { type PendingAct, subjectOf } from './pending-acts.ts'
import { isTimedOut } from '#kernel/discord/discord-time.ts'

/** 'unclear': it looks the same whether it was done or something else happened. */
type Shown = 'done' | 'not done' | 'unclear'

type Look = (guild: Guild, act: PendingAct) => Promise<Shown>

const shownIf = (done: boolean): Shown => (done ? 'done' : 'not done')

/** A ban as Discord has it now; undefined when there is none. @throws what Discord answers otherwise */
export async function currentBan(guild: Guild, userId: string): Promise<GuildBan | undefined> {
  try {
    return await guild.bans.fetch({ user: userId, force: true, cache: false })
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.UnknownBan) return undefined
    throw error
  }
}

/** Discord may keep times to the second. */
const sameMoment = (left: number | null, right: number | null) =>
  left !== null && right !== null && Math.abs(left - right) < 1000

const ofMember =
  (look: (member: GuildMember, act: PendingAct) => boolean, gone: Shown): Look =>
  async (guild, act) => {
    const member = await freshMember(guild, act.targetId ?? '')
    return member ? shownIf(look(member, act)) : gone
  }

const inVoice =
  (look: (voice: { channelId: string | null; muted: boolean; deafened: boolean }, act: PendingAct) => boolean): Look =>
  async (guild, act) => {
    try {
      const voice = await guild.voiceStates.fetch(act.targetId ?? '', { cache: false, force: true })
      const { channelId, serverMute, serverDeaf } = voice
      return shownIf(look({ channelId, muted: serverMute === true, deafened: serverDeaf === true }, act))
    } catch (error) {
      if ((error as { code?: unknown }).code !== RESTJSONErrorCodes.UnknownVoiceState) throw error
      return look({ channelId: null, muted: false, deafened: false }, act) && act.kind === 'disconnect'
        ? 'done'
        : 'unclear'
    }
  }

const inChannel =
  (look: (channel: NonThreadGuildBasedChannel, guild: Guild) => boolean): Look =>
  async (guild, { channelId }) => {
    const channel = await guild.channels.fetch(channelId ?? '', { force: true })
    return channel && !channel.isThread() ? shownIf(look(channel, guild)) : 'unclear'
  }

/** Our reason carries a mark of its own, so another reason is another ban; a lost one says nothing. */
const shownByBan = ({ reason }: GuildBan, { auditReason }: PendingAct): Shown =>
  reason ? shownIf(reason === auditReason) : 'unclear'

/** What the state of the server says about an act. */
const looks: Partial<Record<CaseKind, Look>> = {
  async ban(guild, act) {
    const ban = await currentBan(guild, act.targetId ?? '')
    return ban ? shownByBan(ban, act) : 'not done'
  },
  async softban(guild, act) {
    const ban = await currentBan(guild, act.targetId ?? '')
    if (ban) return shownByBan(ban, act)
    return (await freshMember(guild, act.targetId ?? '')) ? 'not done' : 'unclear'
  },
  unban: async (guild, act) => shownIf((await currentBan(guild, act.targetId ?? '')) === undefined),
  kick: ofMember(() => false, 'unclear'),
  timeout: ofMember(
    (member, { expiresAt }) => sameMoment(member.communicationDisabledUntilTimestamp, expiresAt),
    'unclear',
  ),
  untimeout: ofMember(member => !isTimedOut(member), 'unclear'),
  nick: ofMember((member, { wanted }) => (member.nickname ?? '') === wanted, 'unclear'),
  'voice-mute': inVoice(({ muted }) => muted),
  'voice-unmute': inVoice(({ muted }) => !muted),
  deafen: inVoice(({ deafened }) => deafened),
  undeafen: inVoice(({ deafened }) => !deafened),
  move: inVoice(({ channelId }, { wanted }) => channelId === wanted),
  disconnect: inVoice(({ channelId }) => channelId === null),
  /** `wanted` is one of the messages. */
  async purge(guild, { channelId, wanted }) {
    const channel = guild.channels.cache.get(channelId ?? '')
    if (!channel?.isTextBased()) return 'unclear'
    const standing = await channel.messages.fetch({ message: wanted ?? '', force: true, cache: false }).then(
      () => true,
      (error: unknown) => {
        if ((error as { code?: unknown }).code !== RESTJSONErrorCodes.UnknownMessage) throw error
        return false
      },
    )
    return shownIf(!standing)
  },
  lock: inChannel((channel, guild) => isClosed(overwritesOf(channel), guild.id)),
  unlock: inChannel((channel, guild) => !isClosed(overwritesOf(channel), guild.id)),
  async slowmode(guild, { channelId, wanted }) {
    const channel = await guild.channels.fetch(channelId ?? '', { force: true })
    return channel && 'rateLimitPerUser' in channel
      ? shownIf(String(channel.rateLimitPerUser ?? 0) === wanted)
      : 'unclear'
  },
}

const entryTypes: Partial<Record<CaseKind, readonly AuditLogEvent[]>> = {
  ban: [AuditLogEvent.MemberBanAdd],
  softban: [AuditLogEvent.MemberBanAdd],
  unban: [AuditLogEvent.MemberBanRemove],
  kick: [AuditLogEvent.MemberKick],
  timeout: [AuditLogEvent.MemberUpdate],
  untimeout: [AuditLogEvent.MemberUpdate],
  nick: [AuditLogEvent.MemberUpdate],
  'voice-mute': [AuditLogEvent.MemberUpdate],
  'voice-unmute': [AuditLogEvent.MemberUpdate],
  deafen: [AuditLogEvent.MemberUpdate],
  undeafen: [AuditLogEvent.MemberUpdate],
  purge: [AuditLogEvent.MessageBulkDelete],
  move: [AuditLogEvent.MemberMove],
  disconnect: [AuditLogEvent.MemberDisconnect],
  slowmode: [AuditLogEvent.ChannelUpdate, AuditLogEvent.ThreadUpdate],
  lock: [AuditLogEvent.ChannelOverwriteUpdate, AuditLogEvent.ChannelOverwriteCreate],
  unlock: [AuditLogEvent.ChannelOverwriteUpdate, AuditLogEvent.ChannelOverwriteDelete],
}

/** Done in several requests, and taken back where one fails: an entry of one of them is not all of it. */
const inSteps: ReadonlySet<CaseKind> = new Set<CaseKind>(['lock', 'unlock'])

/** Discord shows whose doing these are: they carry the act's own reason or moment, or are stored with it. */
const telling: ReadonlySet<CaseKind> = new Set<CaseKind>(['ban', 'softban', 'timeout', 'lock', 'unlock'])

/** Counted up in one entry that names nobody and keeps the reason of the first: one that is missing says nothing. */
const countedUp: ReadonlySet<CaseKind> = new Set<CaseKind>(['move', 'disconnect'])

/** Discord does not log a single message that a bot deletes. */
const mayBeUnlogged = ({ kind, count }: PendingAct) => countedUp.has(kind) || (kind === 'purge' && (count ?? 1) < 2)

const entriesAsked = 100
const mostPages = 5

/**
 * Entries of a type, newest first, back to a moment (Unix ms) as far as the log is asked for: also those of others, since
 * Discord names nobody for a ban in bulk. @returns whether that was all
 */
async function* entriesSince(guild: Guild, type: AuditLogEvent, since: number) {
  for (let page = 0, before: string | undefined; page < mostPages; page++) {
    const { entries } = await guild.fetchAuditLogs({
      type,
      limit: entriesAsked,
      ...(before !== undefined && { before }),
    })
    yield* entries.values()
    const last = entries.last()
    if (!last || entries.size < entriesAsked || last.createdTimestamp <= since) return true
    before = last.id
  }
  return false
}

/**
 * Whether the bot's own entry in the audit log tells of it; undefined when the log cannot be read, does not reach back so
 * far, or need not know of it.
 */
async function inAuditLog(guild: Guild, act: PendingAct): Promise<boolean | undefined> {
  const types = entryTypes[act.kind]
  const { me } = guild.members
  if (types === undefined || !me?.permissions.has(Bits.ViewAuditLog)) return undefined
  let isWhole = true
  for (const type of types) {
    const entries = entriesSince(guild, type, act.createdAt)
    for (let next = await entries.next(); ; next = await entries.next()) {
      if (next.done === true) {
        isWhole &&= next.value
        break
      }
      // Marked reasons are unlike any other: no moment is compared, since clocks may differ by any amount.
      const { executorId, targetId, reason } = next.value
      const isOurs = executorId === null || executorId === me.id
      if (isOurs && reason === act.auditReason && (countedUp.has(act.kind) || targetId === subjectOf(act))) return true
    }
  }
  return isWhole && !mayBeUnlogged(act) ? false : undefined
}

/** So long after an act began, a request that its process left behind may still be on its way, and the audit log behind. */
export const settledAfterMs = 15_000

/**
 * What became of an act in Discord, from what that shows now and from the entry in its audit log, which no two acts share.
 * What Discord shows counts for the newest act alone: one piece of evidence is one case; and where anybody can have done
 * it (a nickname, deleted messages), the log has the last word as far as it can be read. Where all of it leaves it open,
 * somebody who is gone after a kick was ordered was kicked.
 * @param hasNewer something was done or ordered since that changes the same
 * @returns 'over' when it was done and has been undone or replaced since
 * @throws what Discord answers when it cannot be asked
 */
export async function whatBecameOf(
  guild: Guild,
  act: PendingAct,
  hasNewer: boolean,
  now: number,
): Promise<'done' | 'over' | 'not done' | 'too early'> {
  const shown = (await looks[act.kind]?.(guild, act)) ?? 'unclear'
  if (shown === 'done' && !hasNewer && telling.has(act.kind)) return 'done'
  const entered = await inAuditLog(guild, act)
  if (shown === 'done' && !hasNewer && entered === undefined) return 'done'
  if (entered && !(shown === 'not done' && inSteps.has(act.kind)))
    return hasNewer || shown === 'not done' ? 'over' : 'done'
  if (Math.abs(now - act.createdAt) < settledAfterMs) return 'too early'
  return entered === undefined && shown === 'unclear' && !hasNewer ? 'done' : 'not done'
}
