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
import { isTimedOut } from '#kit/discord-time.ts'

/** 'unclear': the state looks the same whether the act was done or something else happened. */
type Shown = 'done' | 'not done' | 'unclear'

type StateCheck = (guild: Guild, act: PendingAct) => Promise<Shown>

const shownIf = (done: boolean): Shown => (done ? 'done' : 'not done')

/** Returns a ban as Discord has it now; undefined if there is none. @throws any other error from Discord */
export async function currentBan(guild: Guild, userId: string): Promise<GuildBan | undefined> {
  try {
    return await guild.bans.fetch({ user: userId, force: true, cache: false })
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.UnknownBan) return undefined
    throw error
  }
}

/** Whether two times are equal, given that Discord may round to seconds. */
const sameMoment = (left: number | null, right: number | null) =>
  left !== null && right !== null && Math.abs(left - right) < 1000

const ofMember =
  (look: (member: GuildMember, act: PendingAct) => boolean, gone: Shown): StateCheck =>
  async (guild, act) => {
    const member = await freshMember(guild, act.targetId ?? '')
    return member ? shownIf(look(member, act)) : gone
  }

const inVoice =
  (
    look: (voice: { channelId: string | null; muted: boolean; deafened: boolean }, act: PendingAct) => boolean,
  ): StateCheck =>
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
  (look: (channel: NonThreadGuildBasedChannel, guild: Guild) => boolean): StateCheck =>
  async (guild, { channelId }) => {
    const channel = await guild.channels.fetch(channelId ?? '', { force: true })
    return channel && !channel.isThread() ? shownIf(look(channel, guild)) : 'unclear'
  }

/** Our reason contains a unique mark, so a ban with another reason is another ban; a missing reason proves nothing. */
const shownByBan = ({ reason }: GuildBan, { auditReason }: PendingAct): Shown =>
  reason ? shownIf(reason === auditReason) : 'unclear'

/** How the state of the server shows whether an act was done, by kind. */
const stateChecks: Partial<Record<CaseKind, StateCheck>> = {
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
  /** `wanted` is the id of one of the messages. */
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

/** Done in several requests, and undone if one fails: an audit log entry about one of them does not prove all of it. */
const inSteps: ReadonlySet<CaseKind> = new Set<CaseKind>(['lock', 'unlock'])

/** Kinds whose state in Discord shows who did them: it contains the act's own reason or time, or is stored with it. */
const provenByState: ReadonlySet<CaseKind> = new Set<CaseKind>(['ban', 'softban', 'timeout', 'lock', 'unlock'])

/** Discord counts these up in one entry without a target and with the first reason: a missing entry proves nothing. */
const loggedTogether: ReadonlySet<CaseKind> = new Set<CaseKind>(['move', 'disconnect'])

/** Discord does not log a single message deleted by a bot. */
const mayBeUnlogged = ({ kind, count }: PendingAct) =>
  loggedTogether.has(kind) || (kind === 'purge' && (count ?? 1) < 2)

const entriesAsked = 100
const mostPages = 5

/**
 * Yields entries of a type, newest first, back to a moment (Unix ms) as far as the log is read. Includes entries by
 * others, because Discord names nobody for a bulk ban. @returns whether those were all
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
 * Whether the bot's own entry in the audit log confirms an act; undefined if the log cannot be read, does not go back
 * far enough, or need not contain it.
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
      // Marked reasons are unique, so times are not compared: clocks may differ by any amount.
      const { executorId, targetId, reason } = next.value
      const isOurs = executorId === null || executorId === me.id
      if (isOurs && reason === act.auditReason && (loggedTogether.has(act.kind) || targetId === subjectOf(act)))
        return true
    }
  }
  return isWhole && !mayBeUnlogged(act) ? false : undefined
}

/** How long after an act began its request may still be pending after a crash, and the audit log incomplete (ms). */
export const settledAfterMs = 15_000

/**
 * Finds out whether an act was done, from the present state in Discord and from its entry in the audit log, which is
 * unique to each act. The state counts only for the newest act, so that one piece of evidence never makes two cases.
 * For acts that anybody may have done (a nickname, deleted messages), the audit log decides if it can be read. An act about
 * which everything is unclear counts as done: a member who is gone after a kick was ordered, for example.
 * @param hasNewer whether a later act or order changed the same thing
 * @returns 'over' if it was done and has been undone or replaced since
 * @throws the error if Discord cannot be asked
 */
export async function outcomeOf(
  guild: Guild,
  act: PendingAct,
  hasNewer: boolean,
  now: number,
): Promise<'done' | 'over' | 'not done' | 'too early'> {
  const shown = (await stateChecks[act.kind]?.(guild, act)) ?? 'unclear'
  if (shown === 'done' && !hasNewer && provenByState.has(act.kind)) return 'done'
  const entered = await inAuditLog(guild, act)
  if (shown === 'done' && !hasNewer && entered === undefined) return 'done'
  if (entered && !(shown === 'not done' && inSteps.has(act.kind)))
    return hasNewer || shown === 'not done' ? 'over' : 'done'
  if (Math.abs(now - act.createdAt) < settledAfterMs) return 'too early'
  return entered === undefined && shown === 'unclear' && !hasNewer ? 'done' : 'not done'
}
