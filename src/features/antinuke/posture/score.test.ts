// @module-tag long
import { PermissionFlagsBits as P } from 'discord.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import type { Powers } from '../engine/powers.ts'
import { type ModuleKey, modules, punishments } from '../modules/contract.ts'
import { canBeStopped, costsOf, powerful, scoreOf, type Values } from './score.ts'

const id = (n: number) => String(100_000_000_000_000_000n + BigInt(n))
const [guildId, selfId, ownerId] = [id(1), id(2), id(3)] as [string, string, string]
const roleIds = Array.from({ length: 5 }, (_, n) => id(50 + n))
const permissions = [
  0n,
  P.Administrator,
  P.BanMembers,
  P.ManageChannels,
  P.ManageRoles | P.ManageGuild,
  P.MentionEveryone,
]
const everyRight = P.ViewAuditLog | P.BanMembers | P.KickMembers | P.ManageRoles | P.ManageChannels

const bypassed = {
  can_ban: true,
  can_kick: false,
  can_manage_roles: true,
  can_manage_channels: true,
  can_manage_webhooks: false,
}

/** By module key. */
const byModule = <T>(of: fc.Arbitrary<T>) =>
  // Every key is a module's.
  fc.record(Object.fromEntries(modules.map(({ key }) => [key, of]))) as fc.Arbitrary<Record<ModuleKey, T>>
const punishment = fc.constantFrom(...punishments.map(({ value }) => value))

const server = fc
  .record({
    roles: fc.array(
      fc.record({
        bits: fc.constantFrom(...permissions),
        position: fc.integer({ min: 1, max: 9 }),
        managed: fc.boolean(),
      }),
      { minLength: roleIds.length, maxLength: roleIds.length },
    ),
    everyone: fc.constantFrom(0n, P.MentionEveryone, P.ManageChannels),
    self: fc.record({ bits: fc.bigInt(0n, everyRight), position: fc.integer({ min: 0, max: 9 }) }),
    people: fc.array(fc.record({ bot: fc.boolean(), roles: fc.subarray(roleIds) }), { maxLength: 6 }),
    settings: fc.record({
      enabled: fc.boolean(),
      autoRecovery: fc.boolean(),
      punishment,
      modules: byModule(fc.boolean()),
      modulePunishments: byModule(fc.option(punishment)),
      extraOwners: fc.subarray([id(10), id(11)]),
      whitelist: fc.subarray([id(12), id(13)]),
      allowances: fc.constant<Values['settings']['allowances']>([]),
      bypassRole: fc.constantFrom(null, id(50)),
      bypassPermissions: fc.constant(bypassed),
    }),
    secondFactor: fc.boolean(),
    withoutBypass: fc.subarray([id(14), id(15)]).map(ids => new Set(ids)),
    at: fc.constant(0),
  })
  .map(({ roles, everyone, self, people, ...rest }): Values => {
    const own = roles.map((role, n) => ({ ...role, own: role.bits, id: roleIds[n] ?? '', botId: null }))
    const base = { id: guildId, position: 0, bits: everyone, own: everyone, managed: false, botId: null }
    const powers: Powers = {
      guildId,
      ownerId,
      everyone,
      roles: new Map([base, ...own].map(role => [role.id, role])),
      members: new Map(),
      self: { id: selfId, bits: self.bits, top: { id: id(40), position: self.position } },
    }
    return { ...rest, powers, people: people.map((one, n) => ({ ...one, id: id(10 + n) })) }
  })

const scored = (values: Values) => scoreOf(costsOf(values))
const withSelf = (values: Values, self: Partial<Powers['self']>): Values => ({
  ...values,
  powers: { ...values.powers, self: { ...values.powers.self, ...self } },
})

/** Everything that somebody could repair, one at a time. */
function repaired(values: Values): Values[] {
  const { settings, people, powers } = values
  return [
    { ...values, settings: { ...settings, enabled: true } },
    { ...values, settings: { ...settings, autoRecovery: true } },
    { ...values, settings: { ...settings, punishment: 'BAN' } },
    { ...values, secondFactor: true },
    withSelf(values, { top: { id: id(40), position: 10 } }),
    ...[P.ViewAuditLog, P.BanMembers, P.KickMembers, P.ManageRoles, P.ManageChannels].map(right =>
      withSelf(values, { bits: powers.self.bits | right }),
    ),
    ...modules.flatMap(({ key }): Values[] => [
      { ...values, settings: { ...settings, modules: { ...settings.modules, [key]: true } } },
      { ...values, settings: { ...settings, modulePunishments: { ...settings.modulePunishments, [key]: 'BAN' } } },
    ]),
    { ...values, settings: { ...settings, whitelist: [] } },
    { ...values, settings: { ...settings, bypassRole: null } },
    ...people.map(gone => ({ ...values, people: people.filter(one => one !== gone) })),
    ...people.map(bare => ({ ...values, people: people.map(one => (one === bare ? { ...one, roles: [] } : one)) })),
  ]
}

test('repairing anything never lowers the score', () => {
  fc.assert(
    fc.property(server, values => {
      const before = scored(values)
      for (const after of repaired(values)) expect(scored(after)).toBeGreaterThanOrEqual(before)
    }),
    { numRuns: runs(300) },
  )
})

test('the score is a hundred less the costs, and everybody out of reach is a cost', () => {
  fc.assert(
    fc.property(server, values => {
      const costs = costsOf(values)
      const sum = costs.reduce((all, { points }) => all + points, 0)
      expect(scoreOf(costs)).toBe(Math.max(0, 100 - sum))
      expect(costs.every(({ points }) => points > 0)).toBe(true)
      expect(costs.map(({ points }) => points)).toEqual(costs.map(({ points }) => points).toSorted((a, b) => b - a))
      const named = costs.flatMap(cost => (cost.about === 'person' ? [cost.id] : []))
      const beyond = powerful(values).filter(one => !canBeStopped(values.powers, one))
      expect(named.toSorted()).toEqual(beyond.map(one => one.id).toSorted())
    }),
    { numRuns: runs(300) },
  )
})

test('a server where everything is as it should be has a hundred points', () => {
  const on = <T>(value: T) => Object.fromEntries(modules.map(({ key }) => [key, value])) as Record<ModuleKey, T>
  const role = { id: id(50), position: 3, bits: P.Administrator, own: P.Administrator, managed: false, botId: null }
  const values: Values = {
    powers: {
      guildId,
      ownerId,
      everyone: 0n,
      roles: new Map([[role.id, role]]),
      members: new Map(),
      self: { id: selfId, bits: P.Administrator, top: { id: id(40), position: 9 } },
    },
    people: [{ id: id(10), bot: false, roles: [role.id] }],
    settings: {
      enabled: true,
      autoRecovery: true,
      punishment: 'BAN',
      modules: on(true),
      modulePunishments: on(null),
      extraOwners: [],
      whitelist: [],
      allowances: [],
      bypassRole: null,
      bypassPermissions: bypassed,
    },
    secondFactor: true,
    withoutBypass: new Set(),
    at: 0,
  }
  expect(costsOf(values)).toEqual([])
  expect(scored(withSelf(values, { top: { id: id(40), position: 2 } }))).toBe(90)
})
