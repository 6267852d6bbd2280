import type { CommunityKind, Setup } from '#kernel/declarations/setup.ts'
import type automod from './contract.ts'
import type { AutomodSettings } from './contract.ts'

/** How many members and roles a message may mention, higher where members often call one another together. */
const mentions: Partial<Record<CommunityKind, number>> = { makers: 5, games: 6, study: 5 }

/** Whether switching it on would delete any messages. */
const removes = ({
  antiSpam,
  antiMassmention,
  antiLinks,
  antiInvites,
  antiAttachments,
  limitLines,
  words,
}: AutomodSettings) =>
  antiSpam || antiMassmention || antiLinks || antiInvites || antiAttachments || limitLines || words.length > 0

export const setup: Setup<typeof automod> = ({ kind, guard }, own) => {
  if (guard === 'none') return {}
  if (guard === 'watch')
    return removes(own)
      ? {}
      : { guard: { enabled: true, antiGhostping: true }, why: { antiGhostping: 'is logged, and touches nobody' } }
  const strict = guard === 'strict'
  return {
    guard: {
      enabled: true,
      antiSpam: true,
      antiMassmention: true,
      ...(strict && { antiLinks: true, antiInvites: true }),
      action: strict ? 'TIMEOUT' : 'WARN',
    },
    kind: { maxMentions: mentions[kind] },
    why: { maxMentions: 'people here call one another' },
    stays: ['maxStrikes', 'exemptRoles'],
  }
}
