import {
  type MemberFacts,
  type ServerFacts,
  commonValues,
  cut,
  inert,
  messageLimits,
  render,
  timeTag,
} from '#kit/template.ts'
import { type CaseKind, caseKinds, type CaseRow, type CaseSource, type SanctionKind } from './contract.ts'

/** The part of Discord's embed type that is used here. */
interface CaseEmbed {
  color: number
  title: string
  author?: { name: string }
  url?: string
  thumbnail?: { url: string }
  fields: { name: string; value: string }[]
  footer?: { text: string; icon_url?: string }
  timestamp?: string
}

/** Visible on Discord's dark and light backgrounds: each color has a contrast of at least 3 with the dark one. */
const silenced = 0xe65100
const released = 0x7f9aa8
const elsewhere = 0x8796a0
/** For cases that are no longer in force. */
const over = 0x80848e

/** Kinds that stay in force until they are lifted or expire. */
export const inForce: ReadonlySet<CaseKind> = new Set<CaseKind>(['timeout', 'ban', 'lock'])

/** The color of each kind in the moderation log. */
export const caseColours: Record<CaseKind, number> = {
  warn: 0xf7e919,
  timeout: silenced,
  untimeout: released,
  kick: 0xff7961,
  softban: 0xe57373,
  ban: 0xf44336,
  unban: 0x00c853,
  note: 0x068add,
  nick: elsewhere,
  purge: elsewhere,
  slowmode: elsewhere,
  lock: elsewhere,
  unlock: released,
  'voice-mute': silenced,
  'voice-unmute': released,
  deafen: silenced,
  undeafen: released,
  disconnect: elsewhere,
  move: elsewhere,
}

/** What was done to somebody, as a participle. */
export const doneTo: Record<SanctionKind, string> = {
  warn: 'warned',
  timeout: 'timed out',
  kick: 'kicked',
  softban: 'softbanned',
  ban: 'banned',
}

/** Returns 'kicked from', 'warned in' and the like: people who are gone read it elsewhere. */
const doneInServer = (kind: SanctionKind, guildName: string): string =>
  `${doneTo[kind]} ${kind === 'warn' || kind === 'timeout' ? 'in' : 'from'} ${guildName}`

/** Discord's relative timestamp of a moment (Unix ms), in the reader's own time: 'in 2 hours'. */
export const relative = (ms: number): string => timeTag(ms, 'R')

/** The same as a date and a time. */
const moment = (ms: number): string => timeTag(ms, 'f')

export const kindLabel = (kind: CaseKind): string => caseKinds.find(({ value }) => value === kind)?.label ?? kind

const named = (name: string | null, id: string) => `${inert(name ?? 'somebody')} [${id}]`

/** Discord shows the name of a channel to people who can see it; a deleted one has only the stored name. */
const placed = (id: string, name: string | null) => (name === null ? `<#${id}>` : `<#${id}> #${inert(name)}`)

/** Returns what was done beyond the kind, for a chat: a move names its channels by mentions. */
const shownDetail = (kind: CaseKind, detail: string): string => (kind === 'move' ? detail : inert(detail))

/** The facts that the moderation log shows of a case. Times are Unix ms. */
interface LoggedCase {
  number: number
  kind: CaseKind
  targetId: string | null
  targetName: string | null
  moderatorId: string | null
  moderatorName: string | null
  channelId: string | null
  channelName: string | null
  detail: string | null
  reason: string | null
  createdAt: number
  expiresAt: number | null
  /** Where it originates from. */
  source?: CaseSource
  /** Where it was ordered: 'channelId/messageId', or the channel alone. */
  origin?: string | null
  guildId?: string
  /** The URL of the case in the dashboard. */
  url?: string
  /** How it ended, as a short text; undefined while it has not. */
  ending?: string | undefined
}

/** Returns how a case ended, for the log; undefined while there is nothing to say. */
export function caseEnding({ kind, voided, ended, active }: Pick<CaseRow, 'kind' | 'voided' | 'ended' | 'active'>) {
  if (voided) return 'Void: marked as a mistake, no longer counts'
  if (ended) return { cleared: 'Cleared', used: 'Used up by the action at the limit', expired: 'Expired' }[ended]
  return !active && inForce.has(kind) ? 'No longer in force' : undefined
}

/** Returns the place where a case was ordered; a channel or message as a link that Discord renders. */
function originLink({ source, origin, guildId }: Pick<LoggedCase, 'source' | 'origin' | 'guildId'>): string | null {
  if (source === 'dashboard') return 'The dashboard'
  const [channelId, messageId] = origin?.split('/') ?? []
  if (channelId === undefined || guildId === undefined) return null
  return messageId === undefined
    ? `<#${channelId}>`
    : `https://discord.com/channels/${guildId}/${channelId}/${messageId}`
}

/** Returns a case as the moderation log shows it. */
export function modlogEmbed(
  entry: LoggedCase,
  pictures: { target?: string | undefined; moderator?: string | undefined } = {},
): CaseEmbed {
  const field = (name: string, value: string | null) =>
    value === null ? [] : [{ name, value: cut(value, messageLimits.fieldValue) }]
  return {
    color: entry.ending === undefined ? caseColours[entry.kind] : over,
    author: { name: `Moderation - ${kindLabel(entry.kind)}` },
    title: `Case #${entry.number}`,
    ...(entry.url !== undefined && { url: entry.url }),
    ...(pictures.target && { thumbnail: { url: pictures.target } }),
    fields: [
      ...field('Member', entry.targetId && `<@${entry.targetId}> ${named(entry.targetName, entry.targetId)}`),
      ...field('Moderator', entry.moderatorId && `<@${entry.moderatorId}>`),
      ...field('Channel', entry.channelId && placed(entry.channelId, entry.channelName)),
      ...field('Done', entry.detail && shownDetail(entry.kind, entry.detail)),
      ...field('Reason', entry.reason === null ? 'No reason given' : inert(entry.reason)),
      ...field('Expires', entry.expiresAt === null ? null : relative(entry.expiresAt)),
      ...field('Ordered in', originLink(entry)),
      ...field('State', entry.ending ?? null),
    ],
    footer: {
      text:
        entry.moderatorId === null
          ? 'by an unknown person'
          : `${inert(entry.moderatorName ?? 'somebody')} [${entry.moderatorId}]`,
      ...(pictures.moderator && { icon_url: pictures.moderator }),
    },
    timestamp: new Date(entry.createdAt).toISOString(),
  }
}

/** Returns the reason for the action at the warning limit. */
export const thresholdReason = (count: number, threshold: number): string => `Reached ${count} of ${threshold} warnings`

/**
 * Returns the direct message to a member who was sanctioned.
 * @param about.lasts the duration in words; null if it has no end
 * @param about.expiresAt Unix ms
 */
export function messageTo(
  member: MemberFacts,
  about: {
    kind: SanctionKind
    server: ServerFacts
    reason: string | null
    lasts: string | null
    expiresAt: number | null
    appealText: string
  },
): CaseEmbed {
  const { kind, server, reason, lasts, expiresAt, appealText } = about
  const appeal = cut(render(appealText, commonValues(member, server)).trim(), messageLimits.fieldValue)
  return {
    color: caseColours[kind],
    title: `You were ${doneInServer(kind, inert(server.name))}`,
    fields: [
      { name: 'Reason', value: reason === null ? 'No reason given' : inert(reason) },
      ...(lasts !== null && expiresAt !== null
        ? [{ name: 'Duration', value: `${lasts}, until ${moment(expiresAt)}` }]
        : []),
      ...(appeal === '' ? [] : [{ name: 'How to appeal', value: appeal }]),
    ],
  }
}
