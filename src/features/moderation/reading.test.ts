import { AuditLogEvent } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { manualActionsIn } from './audit-log/entry.ts'
import { auditReason, markReasons } from './audit-log/reason.ts'
import { bansMatching } from './commands/ban-match.ts'
import { tidyReason } from './cases/case-store.ts'
import { embedsThatFit, embedCharacters } from './modlog/modlog.ts'
import { quickReason } from './cases/quick-reason.ts'

const wren = { id: '100000000000000001', name: 'wren' }

describe('the reason in the audit log', () => {
  test('names the moderator and always fits', () => {
    expect(auditReason('spam', wren)).toBe('spam (by wren, 100000000000000001)')
    expect(auditReason(null, wren)).toBe('No reason given (by wren, 100000000000000001)')
    const long = auditReason('🎉'.repeat(600), wren)
    expect([...markReasons()(long)]).toHaveLength(512)
    expect(long.endsWith('… (by wren, 100000000000000001)')).toBe(true)
    expect(markReasons()('spam (by wren, 1)')).toMatch(/^spam \(by wren, 1, act [\da-f]{6}\)$/)
  })

  test('is a valid header whatever was typed', () => {
    expect(() => encodeURIComponent(auditReason('half \uD83C', wren))).not.toThrow()
  })
})

test('a reason is kept trimmed and short, and as nothing when it is empty', () => {
  expect(tidyReason('  spam \n')).toBe('spam')
  expect(tidyReason('   ')).toBeNull()
  expect([...(tidyReason('é'.repeat(999)) ?? '')]).toHaveLength(400)
})

test('a quick reason applies only when its name is all that was typed', () => {
  const list = [{ name: 'Spam', text: 'Unwanted advertising' }]
  expect(quickReason(list, ' spam ')).toBe('Unwanted advertising')
  expect(quickReason(list, 'spam again')).toBe('spam again')
  expect(quickReason(list, undefined)).toBeNull()
})

test('a banned user is found by either name, an exact match before a partial one', () => {
  const banned = [
    { id: '1', username: 'mara', globalName: 'Mara W' },
    { id: '2', username: 'tamara', globalName: null },
  ]
  expect(bansMatching(banned, '@MARA')).toEqual({ exact: [banned[0]], partial: banned })
  expect(bansMatching(banned, 'mara w').exact).toEqual([banned[0]])
  expect(bansMatching(banned, '@')).toEqual({ exact: [], partial: [] })
})

describe('an audit log entry', () => {
  const until = { key: 'communication_disabled_until', new: '2026-01-01T00:10:00.000Z' }
  const at = Date.parse('2026-01-01T00:00:00.000Z')
  const known = { executorId: '2', targetId: '1', changes: [], channelId: null, count: null, at }
  const entry = (action: AuditLogEvent, ...changes: { key: string; old?: unknown; new?: unknown }[]) =>
    manualActionsIn({ ...known, action, changes })

  test('about bans, unbans, kicks and timeouts becomes a case', () => {
    expect(entry(AuditLogEvent.MemberBanAdd)).toMatchObject([{ kind: 'ban', targetId: '1' }])
    expect(entry(AuditLogEvent.MemberBanRemove)).toMatchObject([{ kind: 'unban' }])
    expect(entry(AuditLogEvent.MemberKick)).toMatchObject([{ kind: 'kick' }])
    expect(entry(AuditLogEvent.MemberUpdate, until)).toMatchObject([
      { kind: 'timeout', targetId: '1', expiresAt: at + 600_000 },
    ])
    expect(entry(AuditLogEvent.MemberUpdate, { key: until.key })).toMatchObject([{ kind: 'untimeout' }])
  })

  test('about several changes of a member becomes a case for each', () => {
    const changes = [
      { key: 'nick', new: 'x' },
      { key: 'mute', old: false, new: true },
      { key: 'deaf', old: true, new: false },
      { key: 'flags', old: 0, new: 4 },
    ]
    expect(entry(AuditLogEvent.MemberUpdate, ...changes).map(({ kind }) => kind)).toEqual([
      'nick',
      'voice-mute',
      'undeafen',
    ])
  })

  test('about messages and voice says where and how many, but not whom', () => {
    const counted = { ...known, targetId: null, channelId: '5', count: 3 }
    expect(manualActionsIn({ ...counted, action: AuditLogEvent.MemberMove })).toMatchObject([
      { kind: 'move', targetId: null, channelId: '5', count: 3 },
    ])
    expect(manualActionsIn({ ...counted, channelId: null, action: AuditLogEvent.MemberDisconnect })).toMatchObject([
      { kind: 'disconnect', targetId: null, channelId: null, count: 3 },
    ])
    expect(manualActionsIn({ ...counted, targetId: '6', action: AuditLogEvent.MessageBulkDelete })).toMatchObject([
      { kind: 'purge', targetId: null, channelId: '6', count: 3 },
    ])
  })

  test('about anything else does not, nor does a member who renames themselves', () => {
    const renamed = { key: 'nick', new: 'x' }
    expect(
      manualActionsIn({ ...known, executorId: '1', action: AuditLogEvent.MemberUpdate, changes: [renamed] }),
    ).toEqual([])
    expect(entry(AuditLogEvent.ChannelDelete, until)).toEqual([])
    expect(entry(AuditLogEvent.MessageDelete)).toEqual([])
    expect(manualActionsIn({ ...known, action: AuditLogEvent.MemberPrune, targetId: null })).toEqual([])
  })
})

test('posts are combined up to the limits of one message', () => {
  const embed = (length: number) => ({ description: 'x'.repeat(length) })
  expect(embedsThatFit(Array.from({ length: 12 }, () => embed(10)))).toBe(10)
  expect(embedsThatFit([embed(3000), embed(2900), embed(200)])).toBe(2)
  expect(embedsThatFit([embed(7000), embed(1)])).toBe(1)
  expect(embedCharacters({ title: 'ab', fields: [{ name: 'c', value: 'de' }], footer: { text: 'f' } })).toBe(6)
})
