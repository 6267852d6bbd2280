import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { audit, auditEntries, changesBetween } from './audit.ts'
import { rehearse } from '#test/sandbox/demo-world.ts'

function stage(conditions = {}) {
  const play = rehearse(conditions)
  const state = play.guildCalled('Tidewater Makers')
  const kicked = (by: string, target: string) =>
    audit(
      play.sandbox,
      { userId: play.idOf(by) },
      { guildId: state.guild.id, type: AuditLogEvent.MemberKick, targetId: target },
    )
  return { ...play, state, guildId: state.guild.id, kicked }
}

test('an entry comes as late as the sandbox is told to be, in the log and as an event', () => {
  const play = stage({ auditLagMs: 4000 })
  play.kicked('admin', '1')
  play.pass(3999)
  expect(play.heard()).toEqual([])
  expect(play.state.auditLog).toEqual([])
  play.pass(1)
  expect(play.heard()).toEqual(['GUILD_AUDIT_LOG_ENTRY_CREATE'])
})

test('only those who may read the audit log hear of an entry', () => {
  const play = stage()
  play.kicked('admin', '1')
  play.pass()
  expect(play.told[0]?.audience).toEqual({ guildId: play.guildId, anyPermission: 1n << 7n })
})

test('an entry can be without its executor, or not be told at all', () => {
  const nameless = stage({ auditExecutors: 'null' })
  nameless.kicked('admin', '1')
  nameless.pass()
  expect(nameless.told[0]?.data['user_id']).toBeNull()
  const silent = stage({ auditExecutors: 'withheld' })
  silent.kicked('admin', '1')
  silent.pass()
  expect(silent.heard()).toEqual([])
  expect(silent.state.auditLog).toHaveLength(1)
})

test('moves are counted in one growing entry, which is told once', () => {
  const play = stage()
  const moved = () =>
    audit(
      play.sandbox,
      { userId: play.idOf('admin') },
      {
        guildId: play.guildId,
        type: AuditLogEvent.MemberMove,
        options: { channel_id: '5', count: '1' },
      },
    )
  for (let count = 0; count < 3; count++) {
    moved()
    play.pass(1000)
  }
  expect(play.heard()).toEqual(['GUILD_AUDIT_LOG_ENTRY_CREATE'])
  expect(play.state.auditLog).toMatchObject([{ options: { count: '3' } }])
  play.pass(10 * 60_000)
  moved()
  play.pass()
  expect(play.state.auditLog).toHaveLength(2)
})

test('the log is read from the newest entry, and from the oldest when reading on', () => {
  const play = stage()
  for (const target of ['1', '2', '3']) play.kicked('admin', target)
  play.kicked('rogue', '4')
  play.pass()
  const targets = (filter: Partial<Parameters<typeof auditEntries>[2]>) =>
    auditEntries(play.sandbox, play.guildId, { limit: 50, ...filter }).map(entry => entry.target_id)
  expect(targets({})).toEqual(['4', '3', '2', '1'])
  expect(targets({ after: '0', limit: 2 })).toEqual(['1', '2'])
  expect(targets({ userId: play.idOf('rogue') })).toEqual(['4'])
  expect(targets({ before: play.state.auditLog[2]?.id })).toEqual(['2', '1'])
})

test('a change to nothing has no new value, a change from nothing no old one', () => {
  type Thing = { name: string | null; size: number }
  expect(changesBetween<Thing>({ name: 'a', size: 1 }, { name: null, size: 1 }, ['name', 'size'])).toEqual([
    { key: 'name', old_value: 'a' },
  ])
  expect(changesBetween<Thing>({}, { size: 2 }, ['name', 'size'])).toEqual([{ key: 'size', new_value: 2 }])
})
