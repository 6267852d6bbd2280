import { AuditLogEvent, ChannelType, PermissionFlagsBits as P, SnowflakeUtil } from 'discord.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modules } from '../modules/contract.ts'
import { actionOf } from './action.ts'
import type { ActionFacts, AuditEntry } from './audit-entry.ts'
import { auditActions, uncounted } from './audit-actions.ts'

const [guildId, adminRole, harmless, bypass, modRole] = ['100', '200', '300', '400', '500'].map(
  id => `${id}000000000000000`,
) as [string, string, string, string, string]
const facts: ActionFacts = {
  guildId,
  bypassRole: bypass,
  everyone: P.MentionEveryone | P.ViewChannel,
  permissionsOf: id =>
    id === adminRole ? P.Administrator : id === modRole ? P.KickMembers : P.ViewChannel | P.MentionEveryone,
}
const entry = (action_type: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1200000000000000000',
  action_type,
  user_id: '500000000000000000',
  target_id: '600000000000000000',
  ...more,
})
const change = (key: string, old_value?: unknown, new_value?: unknown) => [{ key, old_value, new_value }]
const act = (type: number, more: Partial<AuditEntry> = {}) => actionOf(entry(type, more), facts)

const types = Object.values(AuditLogEvent).filter(value => typeof value === 'number')

test('every type of entry that Discord has belongs to a module, or is listed with the reason why it does not count', () => {
  const placed = (type: number) => Number(type in auditActions) + Number(type in uncounted)
  expect(types.filter(type => placed(type) !== 1)).toEqual([])
  expect(Object.keys({ ...auditActions, ...uncounted }).filter(type => !types.includes(Number(type)))).toEqual([])
})

test('a category is called a category, as its entry or the server says', () => {
  const category = { changes: change('type', ChannelType.GuildCategory) }
  expect(act(AuditLogEvent.ChannelDelete, category)?.does).toBe('deleted the category')
  expect(act(AuditLogEvent.ChannelDelete, { changes: change('type', ChannelType.GuildText) })?.does).toBe(
    'deleted the channel',
  )
  const made = { changes: change('type', undefined, ChannelType.GuildCategory) }
  expect(act(AuditLogEvent.ChannelCreate, made)?.does).toBe('made the category')
  const edit = entry(AuditLogEvent.ChannelUpdate, { changes: change('name', 'one', 'two') })
  expect(actionOf(edit, facts)?.does).toBe('changed the channel')
  expect(actionOf(edit, { ...facts, isCategory: id => id === edit.target_id })?.does).toBe('changed the category')
})

test('every module that entries can trigger counts some', () => {
  const counted = new Set(Object.values(auditActions).map(action => action?.module))
  expect(modules.filter(({ key }) => !counted.has(key)).map(({ key }) => key)).toEqual(['anti_everyone'])
})

test('nothing that Discord sends makes it throw, and no weight is below zero', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.constant(undefined),
    fc.string(),
    fc.bigInt({ min: 0n, max: 1n << 60n }).map(String),
    fc.integer(),
    fc.boolean(),
    fc.array(
      fc.oneof(fc.string(), fc.record({ id: fc.oneof(fc.constant(adminRole), fc.string()) }), fc.constant(null)),
    ),
  )
  const entries = fc.record({
    id: fc.oneof(fc.constant('1200000000000000000'), fc.string()),
    action_type: fc.oneof(fc.constantFrom(...types), fc.constant(null), fc.integer()),
    user_id: fc.oneof(fc.constant(null), fc.constant(undefined), fc.constant('500000000000000000')),
    target_id: fc.oneof(fc.constant(null), fc.constant(guildId), fc.constant('600000000000000000')),
    changes: fc.oneof(
      fc.constant(null),
      fc.constant(undefined),
      fc.array(
        fc.record({
          key: fc.oneof(
            fc.constantFrom('permissions', 'allow', 'nick', 'name', 'features', '$add', '$remove', 'roles', 'enabled'),
            fc.string(),
          ),
          old_value: value,
          new_value: value,
        }),
      ),
    ),
    options: fc.oneof(fc.constant(null), fc.dictionary(fc.constantFrom('id', 'type', 'count'), value)),
  })
  fc.assert(
    fc.property(entries, one => {
      const action = actionOf(one as AuditEntry, facts)
      expect(action?.weight ?? 0).toBeGreaterThanOrEqual(0)
      expect(action?.actorId === '').toBe(false)
    }),
  )
})

describe('power', () => {
  test.each([
    ['@everyone made administrator', act(31, { target_id: guildId, changes: change('permissions', '0', '8') }), true],
    ['a role made administrator', act(31, { target_id: harmless, changes: change('permissions', '0', '8') }), false],
  ])('%s', (_title, action, severe) => {
    expect(action).toMatchObject({ module: 'anti_role', weight: 1, severe, gave: { bits: P.Administrator } })
  })
  test('permissions that were there before, and harmless ones, are no power', () => {
    expect(act(31, { changes: change('permissions', '8', '8') })?.gave).toBeNull()
    expect(act(31, { changes: change('permissions', '0', String(P.SendMessages)) })?.gave).toBeNull()
  })
  test('permissions that everybody has anyway count as given to nobody', () => {
    const everybody = String(P.MentionEveryone)
    expect(act(31, { target_id: harmless, changes: change('permissions', '0', everybody) })?.gave).toBeNull()
    expect(act(31, { target_id: guildId, changes: change('permissions', '0', everybody) })?.gave).not.toBeNull()
    expect(act(40, { target_id: null, changes: change('role_ids', undefined, [harmless]) })?.gave).toBeNull()
  })
  test('giving a role counts by its permissions: harmless roles count nothing', () => {
    const given = (id: string) => act(25, { changes: change('$add', undefined, [{ id, name: 'x' }]) })
    expect(given(harmless)).toMatchObject({ weight: 0, gave: null })
    expect(given(adminRole)).toMatchObject({ weight: 1, gave: { to: 'member', id: '600000000000000000' } })
    expect(given(bypass)).toMatchObject({ weight: 1 })
    expect(given(modRole)).toMatchObject({ weight: 0.2, gave: { bits: P.KickMembers } })
  })
  test('an invite that gives a role with power counts, other invites do not', () => {
    const invite = (id: string) => act(40, { target_id: null, changes: change('role_ids', undefined, [id]) })
    expect(invite(adminRole)).toMatchObject({ weight: 1, gave: { to: 'invite' } })
    expect(invite(harmless)).toMatchObject({ weight: 0, gave: null })
  })
  test('permissions of one member in one channel weigh no more than an edit', () => {
    const overwrite = (id: string, type: string) =>
      act(13, { changes: change('allow', '0', String(P.ManageChannels)), options: { id, type } })
    expect(overwrite('600000000000000000', '1')?.weight).toBeLessThan(0.1)
    expect(overwrite(guildId, '0')).toMatchObject({ weight: 1, gave: { to: 'everyone' } })
  })
})

test('what cannot be put back, or opens the way to more, counts as the whole limit', () => {
  expect(act(1, { changes: change('vanity_url_code', 'abc', 'xyz') })?.severe).toBe(true)
  expect(act(1, { changes: change('vanity_url_code', 'abc', null) })?.severe).toBe(true)
  expect(act(1, { changes: [{ key: 'vanity_url_code', new_value: 'abc' }] })).toMatchObject({
    severe: false,
    weight: 0.25,
  })
  expect(act(1, { changes: change('features', ['COMMUNITY', 'NEWS'], ['NEWS']) })?.severe).toBe(true)
  expect(act(1, { changes: change('features', ['NEWS'], ['NEWS', 'COMMUNITY']) })?.severe).toBe(false)
  expect(act(21, { target_id: null })?.severe).toBe(true)
  expect(act(1, { changes: change('description', 'a', 'b') })).toMatchObject({ severe: false, weight: 0.25 })
})

test('changes that members make to themselves count nothing', () => {
  const self = { user_id: '7'.repeat(18), target_id: '7'.repeat(18) }
  expect(act(24, { ...self, changes: change('nick', 'a', 'b') })?.weight).toBe(0)
  expect(act(25, { ...self, changes: change('$remove', undefined, [{ id: harmless }]) })?.weight).toBe(0)
})

test('quiet losses count more than an edit: power of roles, sight of channels, old threads', () => {
  const role = (before: bigint, after: bigint, target_id = adminRole) =>
    act(AuditLogEvent.RoleUpdate, { target_id, changes: change('permissions', String(before), String(after)) })?.weight
  const edit = role(0n, P.ViewChannel)
  expect(edit).toBeLessThan(0.1)
  expect(role(P.Administrator, 0n)).toBe(0.25)
  expect(role(P.ManageChannels | P.ViewChannel, P.ViewChannel)).toBe(0.25)
  expect([role(P.ViewChannel, 0n), role(P.Administrator, 0n, guildId)]).toEqual([edit, edit])

  const deny = (id: string, bits: bigint, before = 0n) =>
    act(AuditLogEvent.ChannelOverwriteUpdate, {
      options: { id, type: '0' },
      changes: change('deny', String(before), String(bits)),
    })?.weight
  expect(deny(guildId, P.ViewChannel)).toBe(0.1)
  const everyday = [
    deny(guildId, P.SendMessages),
    deny(harmless, P.ViewChannel),
    deny(guildId, P.ViewChannel | P.SendMessages, P.ViewChannel),
  ]
  for (const weight of everyday) expect(weight).toBeLessThan(0.1)

  const shut = (followers: number, seen = 0) =>
    actionOf(
      entry(AuditLogEvent.ChannelOverwriteUpdate, {
        options: { id: guildId, type: '0' },
        changes: change('deny', '0', String(P.ViewChannel)),
      }),
      { ...facts, followersOf: () => followers, shownTo: () => seen },
    )?.weight
  expect(shut(0)).toBe(0.1)
  expect(shut(8)).toBeCloseTo(0.5)
  expect(shut(8, 0.9)).toBeCloseTo(0.05)

  const most = { ...facts, shareOf: (id: string) => (id === guildId ? 1 : 0.9) }
  const blind = (target_id: string, everyone: bigint) =>
    actionOf(
      entry(AuditLogEvent.RoleUpdate, { target_id, changes: change('permissions', String(P.ViewChannel), '0') }),
      { ...most, everyone },
    )?.weight
  expect([blind(guildId, 0n), blind(harmless, 0n), blind(harmless, P.ViewChannel)]).toEqual([1, 0.9, edit])

  const gone = (days: number) => {
    const at = 1_700_000_000_000
    const [id, target_id] = [at, at - days * 86_400_000].map(timestamp => String(SnowflakeUtil.generate({ timestamp })))
    return act(AuditLogEvent.ThreadDelete, { id: id ?? '', target_id: target_id ?? null })?.weight
  }
  expect([gone(0.5), gone(2)]).toEqual([0.02, 0.05])
})

test('removed overwrites count by what they hid and showed; short timeouts end by themselves', () => {
  const removed = (id: string, allow: bigint, deny: bigint, more: Partial<ActionFacts> = {}) =>
    actionOf(
      entry(AuditLogEvent.ChannelOverwriteDelete, {
        options: { id, type: '0' },
        changes: [
          { key: 'allow', old_value: String(allow) },
          { key: 'deny', old_value: String(deny) },
        ],
      }),
      { ...facts, ...more },
    )?.weight
  const closed = { shareOf: () => 0.9, closedTo: () => true }
  const edit = removed(harmless, P.SendMessages, 0n)
  expect(edit).toBeLessThan(0.05)
  expect([removed(harmless, P.ViewChannel, 0n), removed(harmless, 0n, P.ViewChannel)]).toEqual([edit, 0.01])
  expect(removed(harmless, P.ViewChannel, 0n, closed)).toBeCloseTo(0.09)
  expect(removed(guildId, 0n, P.ViewChannel)).toBe(0.1)

  const at = SnowflakeUtil.timestampFrom(entry(AuditLogEvent.MemberUpdate).id)
  const timedOut = (minutes: number) => {
    const until = new Date(at + minutes * 60_000).toISOString()
    return act(AuditLogEvent.MemberUpdate, { changes: change('communication_disabled_until', undefined, until) })
      ?.weight
  }
  expect([timedOut(10), timedOut(60), timedOut(24 * 60)]).toEqual([0.02, 0.02, 0.2])
})

test('denials for a role that nobody holds count next to nothing; for members, whatever the form of their type, an edit', () => {
  const denied = (type: unknown, changes: AuditEntry['changes'] = change('deny', '0', String(P.SendMessages))) =>
    actionOf(entry(AuditLogEvent.ChannelOverwriteCreate, { options: { id: harmless, type }, changes: changes ?? [] }), {
      ...facts,
      isHeldByNobody: () => true,
    })?.weight
  const edit = denied('1')
  expect(denied('0')).toBeLessThan((edit ?? 0) / 5)
  expect([denied(1), denied('0', change('deny', String(P.SendMessages), '0'))]).toEqual([edit, edit])
})
