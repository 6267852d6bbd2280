import { type MemberFacts, type ServerFacts, commonValues, cut, inert, longest, render } from '#kit/template.ts'
import { type CaseKind, caseKinds, type CaseRow, type CaseSource, type SanctionKind } from './contract.ts'

/** The part of an embed that is written here; Discord's own type fits it. */
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

/** Each is seen on Discord's dark and light background: a contrast of 3 at least with the first. */
const silenced = 0xe65100
const released = 0x7f9aa8
const elsewhere = 0x8796a0
/** What no longer stands. */
const over = 0x80848e

/** What is in force until it is lifted or its time is over. */
export const inForce: ReadonlySet<CaseKind> = new Set<CaseKind>(['timeout', 'ban', 'lock'])

/** The colour by which a case is known in the moderation log. */
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

/** 'kicked from', 'warned in': who is gone reads it elsewhere. */
const doneWhere = (kind: SanctionKind, guildName: string): string =>
  `${doneTo[kind]} ${kind === 'warn' || kind === 'timeout' ? 'in' : 'from'} ${guildName}`

/** Discord's mark for a moment (Unix ms) in the reader's own time: 'in 2 hours'. */
export const relative = (ms: number): string => `<t:${Math.floor(ms / 1000)}:R>`

/** The same as a date and a time. */
const moment = (ms: number): string => `<t:${Math.floor(ms / 1000)}:f>`

export const kindLabel = (kind: CaseKind): string => caseKinds.find(({ value }) => value === kind)?.label ?? kind

const named = (name: string | null, id: string) => `${inert(name ?? 'somebody')} [${id}]`

/** Discord shows the name of a channel to those who can see it; a deleted one has only the name that was stored. */
const placed = (id: string, name: string | null) => (name === null ? `<#${id}>` : `<#${id}> #${inert(name)}`)

/** What was done beyond the kind, for a chat: a move names its channels by mentions. */
const shownDetail = (kind: CaseKind, detail: string): string => (kind === 'move' ? detail : inert(detail))

/** What the moderation log shows of a case. Times are Unix ms. */
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
  /** Where it comes from. */
  source?: CaseSource
  /** Where it was ordered: 'channelId/messageId', or the channel alone. */
  origin?: string | null
  guildId?: string
  /** The case in the dashboard. */
  url?: string
  /** What became of it, as a short text; undefined while it stands. */
  ending?: string | undefined
}

/** What became of a case, for the log; undefined while there is nothing to say. */
export function caseEnding({ kind, voided, ended, active }: Pick<CaseRow, 'kind' | 'voided' | 'ended' | 'active'>) {
  if (voided) return 'Void: declared a mistake, counts for nothing'
  if (ended) return { cleared: 'Cleared', used: 'Used up by the action at the limit', expired: 'Expired' }[ended]
  return !active && inForce.has(kind) ? 'No longer in force' : undefined
}

/** The place where a case was ordered; a channel or message as a link that Discord draws itself. */
function originLink({ source, origin, guildId }: Pick<LoggedCase, 'source' | 'origin' | 'guildId'>): string | null {
  if (source === 'dashboard') return 'The dashboard'
  const [channelId, messageId] = origin?.split('/') ?? []
  if (channelId === undefined || guildId === undefined) return null
  return messageId === undefined
    ? `<#${channelId}>`
    : `https://discord.com/channels/${guildId}/${channelId}/${messageId}`
}

/** A case as the moderation log shows it. */
export function modlogEmbed(
  entry: LoggedCase,
  pictures: { target?: string | undefined; moderator?: string | undefined } = {},
): CaseEmbed {
  const field = (name: string, value: string | null) =>
    value === null ? [] : [{ name, value: cut(value, longest.fieldValue) }]
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

/** Why the action at the warning threshold is taken. */
export const thresholdReason = (count: number, threshold: number): string => `Reached ${count} of ${threshold} warnings`

/**
 * The direct message to a member who was sanctioned.
 * @param about.lasts how long, in words; null where it has no end
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
  const appeal = cut(render(appealText, commonValues(member, server)).trim(), longest.fieldValue)
  return {
    color: caseColours[kind],
    title: `You were ${doneWhere(kind, inert(server.name))}`,
    fields: [
      { name: 'Reason', value: reason === null ? 'No reason given' : inert(reason) },
      ...(lasts !== null && expiresAt !== null
        ? [{ name: 'Duration', value: `${lasts}, until ${moment(expiresAt)}` }]
        : []),
      ...(appeal === '' ? [] : [{ name: 'How to appeal', value: appeal }]),
    ],
  }
}
