import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Collection, DiscordAPIError, PermissionFlagsBits as P, SnowflakeUtil } from 'discord.js'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemory } from '#kernel/declarations/state.ts'
import { createBackground, createInFlight } from '#kernel/events/in-flight.ts'
import type { Services } from '#kernel/feature.ts'
import { openDatabase } from '#kernel/storage/open.ts'
import { runs } from '#test/sampling.ts'
import { scratch } from '#test/scratch.ts'
import antinuke, { settings as settingsSchema } from '../contract.ts'
import type { AuditEntry } from './audit-entry.ts'
import { auditActions } from './audit-actions.ts'
import { mayDo } from './danger.ts'
import { judgeEntry } from './intake.ts'
import type { ModuleKey } from '../modules/contract.ts'
import { comparePlaces, heldBy, type Powers, topOf } from './powers.ts'
import { type RosterPerson, rosterOf } from './roster.ts'

/** Histories of random servers, people and entries; the nightly run has more of them. */
const histories = Number(process.env['ANTINUKE_HISTORIES'] ?? runs(900))

const id = (n: number) => String(100_000_000_000_000_000n + BigInt(n))
const [guildId, selfId, ownerId] = [id(1), id(2), id(3)] as [string, string, string]
const personIds = Array.from({ length: 8 }, (_, n) => id(10 + n))
const strangers = [id(90), id(91)]
const roleIds = Array.from({ length: 6 }, (_, n) => id(50 + n))
const now = Date.UTC(2026, 10, 1)

let dataDir: string
let db: ReturnType<typeof openDatabase>
const log = pino({ level: 'silent' })
/** The work that follows up incidents a moment later. */
const work = createInFlight()
beforeAll(() => {
  dataDir = mkdtempSync(join(scratch, 'innocents-'))
  db = openDatabase({ dataDir, log })
})
afterAll(async () => {
  await work.finished(60_000)
  db.$client.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const permissionSets = [
  0n,
  P.Administrator,
  P.BanMembers,
  P.KickMembers,
  P.ManageChannels,
  P.ManageRoles | P.ManageGuild,
]

const history = fc.record({
  roles: fc.array(
    fc.record({
      bits: fc.constantFrom(...permissionSets),
      position: fc.integer({ min: 1, max: 9 }),
      managed: fc.boolean(),
    }),
    { minLength: roleIds.length, maxLength: roleIds.length },
  ),
  botPosition: fc.integer({ min: 1, max: 9 }),
  botBits: fc.constantFrom(
    P.Administrator,
    P.BanMembers,
    P.KickMembers | P.ManageRoles,
    P.ModerateMembers | P.ManageRoles,
  ),
  people: fc.array(fc.record({ bot: fc.boolean(), roles: fc.subarray(roleIds) }), {
    minLength: personIds.length,
    maxLength: personIds.length,
  }),
  extraOwners: fc.subarray(personIds, { maxLength: 1 }),
  whitelist: fc.subarray(personIds, { maxLength: 2 }),
  bypassRole: fc.constantFrom(null, ...roleIds),
  punishment: fc.constantFrom('BAN', 'KICK', 'TIMEOUT', 'NONE'),
  /** Modules in which nothing is done, whatever happens. */
  letBe: fc.subarray(['anti_ban', 'anti_kick', 'anti_role', 'anti_channel', 'anti_prune'] as const, { maxLength: 3 }),
  refuses: fc.boolean(),
  entries: fc.array(
    fc.record({
      type: fc.constantFrom(10, 11, 12, 14, 20, 21, 22, 25, 28, 30, 31, 32, 50, 52, 1, 145, 72),
      actor: fc.oneof(fc.constantFrom(...personIds), fc.constantFrom(...strangers, selfId, ownerId, null)),
      target: fc.oneof(fc.constantFrom(...personIds), fc.integer({ min: 200, max: 240 }).map(id)),
      at: fc.integer({ min: 0, max: 120_000 }),
      copies: fc.constantFrom(0, 1, 1, 1, 2),
    }),
    { minLength: 20, maxLength: 80 },
  ),
})

interface Sent {
  method: string
  path: string
}

function setUp(world: typeof history extends fc.Arbitrary<infer W> ? W : never) {
  for (const table of ['actions', 'sanctions', 'incidents', 'incident_events'])
    db.$client.exec(`DELETE FROM antinuke_${table}`)
  const sent: Sent[] = []
  const answer = (method: string) => (path: string) => {
    sent.push({ method, path })
    if (method === 'GET') return Promise.reject(Object.assign(new Error('not there'), { name: 'AbortError' }))
    const body = { code: 50_013, message: 'Missing Permissions' }
    return world.refuses
      ? Promise.reject(new DiscordAPIError(body, body.code, 403, method, path, {}))
      : Promise.resolve({})
  }
  const guild = { id: guildId, ownerId, name: 'x', channels: { cache: new Collection() } }
  const own = settingsSchema.parse({
    enabled: true,
    autoRecovery: false,
    punishment: world.punishment,
    modulePunishments: Object.fromEntries(world.letBe.map(module => [module, 'NONE'])),
    extraOwners: world.extraOwners,
    whitelist: world.whitelist,
    bypassRole: world.bypassRole,
    bypassPermissions: { can_manage_channels: true },
  })
  const services = {
    db,
    log,
    now: () => now + 3_700_000,
    memory: createMemory(),
    settings: { read: (_guild: string, contract: unknown) => (contract === antinuke ? own : { modlogChannel: null }) },
    scheduler: { at: () => 0 },
    live: { publish: () => undefined },
    background: createBackground(work, log),
    client: {
      user: { id: selfId, username: 'bot' },
      guilds: { cache: new Collection([[guildId, guild]]) },
      users: { send: () => Promise.resolve() },
      rest: { get: answer('GET'), put: answer('PUT'), patch: answer('PATCH'), delete: answer('DELETE') },
    },
  } as unknown as Services
  const powers: Powers = {
    guildId,
    ownerId,
    everyone: 0n,
    roles: new Map(
      roleIds.map((roleId, place) => {
        const { bits = 0n, position = 1, managed = false } = world.roles[place] ?? {}
        return [roleId, { id: roleId, bits, own: bits, position, managed, botId: null }]
      }),
    ),
    members: new Map(),
    self: { id: selfId, bits: world.botBits, top: { id: id(4), position: world.botPosition } },
  }
  const roster = rosterOf(services, guildId)
  roster.powers = powers
  const people = new Map(
    world.people.map((person, place): [string, RosterPerson] => {
      const personId = personIds[place] ?? ''
      return [personId, { ...person, id: personId, had: undefined, goneAt: undefined, username: 'somebody' }]
    }),
  )
  roster.people = people
  return { services, sent, powers, people, own }
}

/** The member whom a request is against, if it is against one. */
const against = ({ method, path }: Sent) =>
  method === 'GET' ? undefined : /\/guilds\/\d+\/(?:bans|members)\/(\d+)/.exec(path)?.[1]

test('nobody innocent or immune is touched, nobody above the bot is attempted, and nobody twice', async () => {
  let punished = 0
  await fc.assert(
    fc.asyncProperty(history, async world => {
      const { services, sent, powers, people, own } = setUp(world)
      const entries = world.entries.flatMap(({ type, actor, target, at, copies }, place): AuditEntry[] => {
        const entry: AuditEntry = {
          id: String(SnowflakeUtil.generate({ timestamp: now + at, increment: BigInt(place % 4096) })),
          action_type: type,
          user_id: actor,
          target_id: target,
          changes: type === 31 ? [{ key: 'permissions', old_value: '0', new_value: '8' }] : [],
        }
        return Array.from({ length: copies }, () => entry)
      })
      for (const entry of entries) judgeEntry(services, guildId, entry)
      // What had to be looked up, and what follows.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      await new Promise(resolve => setImmediate(resolve))

      const seen = new Map<string, number>()
      for (const one of sent) {
        const userId = against(one)
        if (userId === undefined) continue
        const person = people.get(userId)
        const added = world.entries.some(({ type, target }) => type === 28 && target === userId)
        if (!person && !added) throw new Error(`${one.method} ${one.path}: not even a member`)
        expect([ownerId, selfId, ...own.extraOwners, ...own.whitelist]).not.toContain(userId)
        punished += 1
        if (!person) continue
        const operations = world.entries.filter(
          ({ actor, type, copies }) => actor === userId && copies > 0 && auditActions[type],
        )
        const able = operations.filter(({ type }) => mayDo(heldBy(powers, person), auditActions[type]?.needs ?? 0n))
        const punishmentOf = (module: ModuleKey) => own.modulePunishments[module] ?? own.punishment
        const punishable = able.some(({ type }) => punishmentOf(auditActions[type]?.module ?? 'anti_ban') !== 'NONE')
        if (!added && !punishable) throw new Error(`${userId} did only what nothing is done about`)
        if (!added && able.length === 0) throw new Error(`${userId} did nothing that they could have done`)
        const isAbove = comparePlaces(powers.self.top, topOf(powers, person.roles)) <= 0
        if (isAbove && one.method !== 'PATCH') throw new Error(`${userId} stands above the bot`)
        const key = `${one.method} ${one.path}`
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }
      expect([...seen].filter(([key, count]) => count > (key.startsWith('PATCH') ? 2 : 1))).toEqual([])
    }),
    { numRuns: histories },
  )
  expect(punished).toBeGreaterThan(histories / 10)
})

test('whatever somebody did without consequences, and whoever was stopped before, the next attack is stopped', async () => {
  let stopped = 0
  await fc.assert(
    fc.asyncProperty(history, fc.nat({ max: personIds.length - 1 }), async (random, place) => {
      const world = { ...random, letBe: random.letBe.filter(one => one !== 'anti_channel'), refuses: false }
      const { services, powers, people, own } = setUp(world)
      const attackerId = personIds[place] ?? ''
      const attacker = people.get(attackerId)
      const isTrusted = [...own.extraOwners, ...own.whitelist].includes(attackerId)
      const isBypass = own.bypassRole !== null && attacker?.roles.includes(own.bypassRole) === true
      if (!attacker || isTrusted || isBypass || own.punishment === 'NONE') return
      if (!mayDo(heldBy(powers, attacker), P.ManageChannels)) return
      const take = (type: number, actor: string | null, target: string, at: number, n: number) =>
        judgeEntry(services, guildId, {
          id: String(SnowflakeUtil.generate({ timestamp: now + at, increment: BigInt(n) })),
          action_type: type,
          user_id: actor,
          target_id: target,
          changes: [],
        })
      for (const [n, { type, actor, target, at }] of world.entries.entries()) take(type, actor, target, at, n)
      for (let n = 0; n < 4; n += 1) take(12, attackerId, id(300 + n), 121_000 + n, n)
      await new Promise(resolve => setImmediate(resolve))
      const { written } = db.$client
        .prepare('SELECT count(*) AS written FROM antinuke_sanctions WHERE user_id = ?')
        .get(attackerId) as { written: number }
      expect(written).toBeGreaterThan(0)
      stopped += 1
    }),
    { numRuns: histories },
  )
  expect(stopped).toBeGreaterThan(histories / 20)
})
