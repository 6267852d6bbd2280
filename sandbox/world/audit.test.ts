import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { audit, auditEntries, changesBetween } from './audit.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'

function stage(conditions = {}) {
  const demo = createDemoWorld(conditions)
  const state = demo.guildByName('Tidewater Makers')
  const kicked = (by: string, target: string) =>
    audit(
      demo.sandbox,
      { userId: demo.idOf(by) },
      { guildId: state.guild.id, type: AuditLogEvent.MemberKick, targetId: target },
    )
  return { ...demo, state, guildId: state.guild.id, kicked }
}

test('an audit log entry is as late as the conditions say, in the log and as an event', () => {
  const demo = stage({ auditLagMs: 4000 })
  demo.kicked('admin', '1')
  demo.advance(3999)
  expect(demo.takeTypes()).toEqual([])
  expect(demo.state.auditLog).toEqual([])
  demo.advance(1)
  expect(demo.takeTypes()).toEqual(['GUILD_AUDIT_LOG_ENTRY_CREATE'])
})

test('only those who may read the audit log receive an entry', () => {
  const demo = stage()
  demo.kicked('admin', '1')
  demo.advance()
  expect(demo.dispatches[0]?.audience).toEqual({ guildId: demo.guildId, anyPermission: 1n << 7n })
})

test('an entry can lack its executor, or never be sent', () => {
  const nameless = stage({ auditExecutors: 'null' })
  nameless.kicked('admin', '1')
  nameless.advance()
  expect(nameless.dispatches[0]?.data['user_id']).toBeNull()
  const silent = stage({ auditExecutors: 'withheld' })
  silent.kicked('admin', '1')
  silent.advance()
  expect(silent.takeTypes()).toEqual([])
  expect(silent.state.auditLog).toHaveLength(1)
})

test('entries are lost, doubled, nameless and out of order as the conditions and the seed say, and the log has them all', () => {
  const trouble = { jitterMs: 3000, lost: 0.2, doubled: 0.2, nameless: 0.2 }
  const sent = (auditTrouble: typeof trouble) => {
    const demo = stage({ auditTrouble })
    const many = 200
    for (let count = 0; count < many; count += 1) demo.kicked('admin', String(1000 + count))
    for (let second = 0; second < 4; second += 1) demo.advance(1000)
    expect(demo.state.auditLog).toHaveLength(many)
    return demo.dispatches.map(({ data }) => [String(data['target_id']), data['user_id']] as const)
  }
  const seen = sent(trouble)
  const targets = seen.map(([target]) => target)
  expect(new Set(targets).size).toBeLessThan(200)
  expect(targets.length).toBeGreaterThan(new Set(targets).size)
  expect(targets).not.toEqual(targets.toSorted())
  expect(seen.filter(([, userId]) => userId === null).length).toBeGreaterThan(10)
  expect(sent(trouble)).toEqual(seen)
  expect(sent({ jitterMs: 0, lost: 0, doubled: 0, nameless: 0 })).toHaveLength(200)
})

test('moves are counted in one growing entry, which is sent once', () => {
  const demo = stage()
  const moved = () =>
    audit(
      demo.sandbox,
      { userId: demo.idOf('admin') },
      {
        guildId: demo.guildId,
        type: AuditLogEvent.MemberMove,
        options: { channel_id: '5', count: '1' },
      },
    )
  for (let count = 0; count < 3; count++) {
    moved()
    demo.advance(1000)
  }
  expect(demo.takeTypes()).toEqual(['GUILD_AUDIT_LOG_ENTRY_CREATE'])
  expect(demo.state.auditLog).toMatchObject([{ options: { count: '3' } }])
  demo.advance(10 * 60_000)
  moved()
  demo.advance()
  expect(demo.state.auditLog).toHaveLength(2)
})

test('the log is read newest first, and oldest first when paging forwards', () => {
  const demo = stage()
  for (const target of ['1', '2', '3']) demo.kicked('admin', target)
  demo.kicked('rogue', '4')
  demo.advance()
  const targets = (filter: Partial<Parameters<typeof auditEntries>[2]>) =>
    auditEntries(demo.sandbox, demo.guildId, { limit: 50, ...filter }).map(entry => entry.target_id)
  expect(targets({})).toEqual(['4', '3', '2', '1'])
  expect(targets({ after: '0', limit: 2 })).toEqual(['1', '2'])
  expect(targets({ userId: demo.idOf('rogue') })).toEqual(['4'])
  expect(targets({ before: demo.state.auditLog[2]?.id })).toEqual(['2', '1'])
})

test('an audit log change to null has no new value, one from null no old value', () => {
  type Thing = { name: string | null; size: number }
  expect(changesBetween<Thing>({ name: 'a', size: 1 }, { name: null, size: 1 }, ['name', 'size'])).toEqual([
    { key: 'name', old_value: 'a' },
  ])
  expect(changesBetween<Thing>({}, { size: 2 }, ['name', 'size'])).toEqual([{ key: 'size', new_value: 2 }])
})
