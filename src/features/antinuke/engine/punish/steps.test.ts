import { PermissionFlagsBits as P } from 'discord.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { punishments } from '../../modules/contract.ts'
import { comparePlaces, heldBy, type Member, type Powers, topOf } from '../powers.ts'
import { stepsAgainst } from './steps.ts'

const id = (n: number) => String(100_000_000_000_000_000n + BigInt(n))
const [guildId, self, owner, user] = [id(1), id(2), id(3), id(4)] as [string, string, string, string]

interface RoleDraft {
  bits?: bigint
  position: number
  managed?: boolean
  botId?: string
}

const powersWith = (roles: Record<string, RoleDraft>, bot: { bits?: bigint; position?: number } = {}): Powers => ({
  guildId,
  ownerId: owner,
  everyone: 0n,
  roles: new Map(
    Object.entries(roles).map(([roleId, { bits = 0n, position, managed = false, botId = null }]) => [
      roleId,
      { id: roleId, bits, own: bits, position, managed, botId },
    ]),
  ),
  members: new Map(),
  self: { id: self, bits: bot.bits ?? P.Administrator, top: { id: id(9), position: bot.position ?? 5 } },
})
const [low, high, cosmetic, managed] = [id(20), id(21), id(22), id(23)] as [string, string, string, string]
const roles = {
  [low]: { bits: P.Administrator, position: 3 },
  [high]: { bits: P.BanMembers, position: 8 },
  [cosmetic]: { position: 8 },
  [managed]: { bits: P.Administrator, position: 2, managed: true, botId: user },
}
const member = (held: string[], more: Partial<Member> = {}): Member => ({ id: user, bot: false, roles: held, ...more })
const doneTo = (...args: Parameters<typeof stepsAgainst>) => stepsAgainst(...args).map(step => step.do)

test.each([
  ['a ban, and what stands in for it', 'BAN', member([low]), {}, ['ban', 'kick', 'strip']],
  ['a kick', 'KICK', member([low]), {}, ['kick', 'strip', 'ban']],
  [
    'a timeout takes an administrator the role first',
    'TIMEOUT',
    member([low]),
    {},
    ['strip', 'timeout', 'kick', 'ban'],
  ],
  ['a timeout of anybody else', 'TIMEOUT', member([]), {}, ['timeout', 'kick', 'ban']],
  ['nothing', 'NONE', member([low]), {}, []],
  ['a bot cannot be timed out', 'TIMEOUT', member([managed], { bot: true }), {}, ['kick', 'ban', 'defuse']],
  ['a bot, by who may only manage roles', 'BAN', member([managed], { bot: true }), { bits: P.ManageRoles }, ['defuse']],
  ['a role above the bot', 'BAN', member([high]), {}, []],
  ['a role above the bot that gives nothing, and one below that does', 'BAN', member([cosmetic, low]), {}, ['strip']],
  ['the owner', 'BAN', member([low], { id: owner }), {}, []],
  ['the bot itself', 'BAN', member([low], { id: self }), {}, []],
  ['no permission to ban', 'BAN', member([low]), { bits: P.KickMembers }, ['kick']],
  ['a webhook', 'KICK', member([], { webhook: true }), {}, ['delete-webhook']],
] as const)('%s', (_what, punishment, who, bot, wanted) => {
  expect(doneTo(punishment, who, powersWith(roles, bot))).toEqual(wanted)
})

test('what is taken can be given back, and managed roles stay', () => {
  const harmless = { ...roles, [managed]: { position: 2, managed: true } }
  const powers = powersWith(harmless, { bits: P.ManageRoles })
  const [step] = stepsAgainst('TIMEOUT', member([low, managed, cosmetic]), powers)
  expect(step).toMatchObject({ do: 'strip', take: [low], keep: [managed, cosmetic] })
})

test('nothing is attempted against people whom Discord protects, and nothing twice', () => {
  const draft = fc.record({
    bits: fc.constantFrom(0n, P.Administrator, P.BanMembers, P.ManageChannels),
    position: fc.integer({ min: 1, max: 9 }),
    managed: fc.boolean(),
  })
  const cases = fc.record({
    drafts: fc.array(draft, { minLength: 4, maxLength: 4 }),
    held: fc.subarray([low, high, cosmetic, managed]),
    bot: fc.record({
      bits: fc.constantFrom(P.Administrator, P.BanMembers | P.ManageRoles, P.KickMembers, P.ModerateMembers, 0n),
      position: fc.integer({ min: 1, max: 9 }),
    }),
    isBot: fc.boolean(),
    punishment: fc.constantFrom(...punishments.map(({ value }) => value)),
  })
  fc.assert(
    fc.property(cases, ({ drafts, held, bot, isBot, punishment }) => {
      const named = [low, high, cosmetic, managed].map((roleId, place) => [roleId, drafts[place]])
      const powers = powersWith(Object.fromEntries(named), bot)
      const who = member(held, { bot: isBot })
      const steps = stepsAgainst(punishment, who, powers)
      const below = comparePlaces(powers.self.top, topOf(powers, held)) > 0
      expect(steps.every(step => below || step.do === 'strip' || step.do === 'defuse')).toBe(true)
      expect(new Set(steps.map(step => JSON.stringify(step))).size).toBe(steps.length)
      const taken = steps.flatMap(step => (step.do === 'strip' ? step.take : []))
      expect(taken.filter(one => powers.roles.get(one)?.managed)).toEqual([])
      expect(
        taken.filter(one => comparePlaces(powers.self.top, powers.roles.get(one) ?? { id: one, position: 99 }) <= 0),
      ).toEqual([])
      const left = held.filter(one => !taken.includes(one))
      const administers = (heldBy(powers, { id: user, roles: left }) & P.Administrator) !== 0n
      expect(administers && steps.some(step => step.do === 'timeout')).toBe(false)
    }),
  )
})
