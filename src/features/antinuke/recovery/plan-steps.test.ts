import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { byOldIds, copied, deleteFrom, does, noObjects, type Objects } from '#test/modelled-server.ts'
import { damageOf } from './damage.ts'
import { planSteps } from './plan-steps.ts'
import { putBack } from './restore-order.ts'
import type { Ability, Damage, Touched } from './steps.ts'

const guildId = '100000000000000000'
const able: Ability = { guildId, botId: '1', permissions: 8n | ~(~0n << 60n), top: 1000, at: 0, kept: () => true }
const id = (number: number) => String(200_000_000_000_000_000n + BigInt(number))

/** Roles, two categories, channels in them, people, and everything that names them. */
function serverOf(roles: number, channels: number, people: number, pick: (most: number) => number): Objects {
  const server = noObjects()
  const roleIds = Array.from({ length: roles }, (_, n) => id(n))
  server.role.set(guildId, { name: '@everyone', permissions: '1024', position: 0 })
  for (const [n, role] of roleIds.entries())
    server.role.set(role, {
      name: `role ${n}`,
      permissions: String(1 << pick(20)),
      hoist: false,
      position: n + 1,
      managed: false,
    })
  const some = (ids: readonly string[]) => ids.filter(() => pick(3) === 0)
  const channelIds = Array.from({ length: channels }, (_, n) => id(1000 + n))
  for (const [n, channel] of channelIds.entries())
    server.channel.set(channel, {
      type: n < 2 ? 4 : pick(4) === 0 ? 2 : 0,
      name: `channel ${n}`,
      parent_id: n < 2 ? null : (channelIds[pick(3)] ?? null),
      position: n,
      permission_overwrites: some(roleIds).map(role => ({ id: role, type: 0, allow: '1024', deny: '0' })),
    })
  for (const [channel, state] of server.channel)
    if (server.channel.get(String(state['parent_id']))?.['type'] !== 4)
      server.channel.set(channel, { ...state, parent_id: null })
  for (let n = 0; n < people; n++) server.member.set(id(5000 + n), { roles: some(roleIds), nick: null })
  const texts = [...server.channel].flatMap(([channel, { type }]) => (type === 0 ? [channel] : []))
  server.guild.set(guildId, { name: 'Home', features: [], system_channel_id: texts[0] ?? null, verification_level: 1 })
  server.rule.set(id(7000), {
    name: 'words',
    trigger_type: 1,
    exempt_roles: some(roleIds),
    exempt_channels: some(texts),
    enabled: true,
  })
  server.onboarding.set(guildId, {
    enabled: false,
    default_channel_ids: some(texts),
    prompts: [
      {
        id: id(7100),
        title: 'Who?',
        options: [{ id: id(7101), title: 'Me', role_ids: some(roleIds), channel_ids: some(texts) }],
      },
    ],
  })
  server.welcome.set(guildId, {
    description: null,
    welcome_channels: some(texts).map(channel_id => ({ channel_id, description: 'here' })),
  })
  for (const [n, channel] of some(texts).entries())
    server.webhook.set(id(8000 + n), { type: 1, name: `hook ${n}`, channel_id: channel })
  return server
}

const scene = fc.record({
  roles: fc.integer({ min: 0, max: 6 }),
  channels: fc.integer({ min: 0, max: 9 }),
  people: fc.integer({ min: 0, max: 4 }),
  picks: fc.infiniteStream(fc.nat(1000)),
})

test('whatever is destroyed and changed comes back, and what others did in the meantime stays', () => {
  fc.assert(
    fc.property(scene, ({ roles, channels, people, picks }) => {
      const pick = (most: number) => (picks.next().value ?? 0) % most
      const knownGood = serverOf(roles, channels, people, pick)
      const now = copied(knownGood)
      const touched: Touched[] = []
      for (const kind of ['role', 'channel'] as const)
        for (const [object, state] of knownGood[kind]) {
          if (object === guildId) continue
          const what = pick(5)
          if (what === 0) deleteFrom(now, kind, object)
          if (what === 1) now[kind].set(object, { ...now[kind].get(object), name: 'owned', position: pick(12) })
          if (what === 2)
            now[kind].set(object, {
              ...now[kind].get(object),
              mark: 'by an innocent',
              name: `${String(state['name'])} 2`,
            })
          if (what < 2) touched.push({ kind, id: object })
        }
      for (let n = pick(4); n > 0; n--) {
        now.channel.set(id(900_000 + n), {
          type: 0,
          name: 'raid',
          position: 99,
          parent_id: null,
          permission_overwrites: [],
        })
        touched.push({ kind: 'channel', id: id(900_000 + n) })
      }
      // The role of an innocent person.
      now.channel.set(id(950_000), { type: 0, name: 'mine', position: 50, parent_id: null, permission_overwrites: [] })
      const damage: Damage = { now, knownGood, touched, attackers: [] }
      const plan = planSteps(damage, able)
      expect(new Set(plan.steps.map(({ key }) => key)).size).toBe(plan.steps.length)
      const server = copied(now)
      const newIds = does(server, plan.steps)
      const after = byOldIds(server, newIds)
      const again = damageOf({ ...damage, now: after }, new Set(newIds.keys()))
      expect(again.junk).toEqual([])
      const left = again.repairs.flatMap(({ kind, id: object, differing }) =>
        differing.filter(field => field !== 'position').map(field => `${kind} ${object} ${field}`),
      )
      expect(left).toEqual([])
      expect(planSteps({ ...damage, now: after }, able, new Set(newIds.keys())).steps).toEqual([])
      expect(after.channel.get(id(950_000))).toMatchObject({ name: 'mine' })
      const innocent = (server: Objects) =>
        [...server.role, ...server.channel].flatMap(([object, { mark, name }]) =>
          mark === undefined ? [] : [[object, name]],
        )
      expect(innocent(after)).toEqual(innocent(now))
    }),
    { numRuns: 300 },
  )
})

test('if nothing was touched, nothing is done, whatever others changed', () => {
  fc.assert(
    fc.property(scene, ({ roles, channels, people, picks }) => {
      const pick = (most: number) => (picks.next().value ?? 0) % most
      const knownGood = serverOf(roles, channels, people, pick)
      const now = copied(knownGood)
      for (const object of knownGood.channel.keys()) if (pick(3) === 0) deleteFrom(now, 'channel', object)
      for (const object of knownGood.role.keys())
        if (pick(3) === 0 && object !== guildId) deleteFrom(now, 'role', object)
      expect(planSteps({ now, knownGood, touched: [], attackers: [] }, able).steps).toEqual([])
    }),
  )
})

test('what was moved is put back among what stayed, however others moved things', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 10 })
  fc.assert(
    fc.property(ids, ids, fc.array(fc.integer({ min: 0, max: 9 }).map(String)), (now, knownGood, moved) => {
      const set = new Set(moved)
      const result = putBack(now, knownGood, set)
      expect(result.toSorted()).toEqual(now.toSorted())
      const stay = (list: readonly string[]) => list.filter(one => !set.has(one) || !knownGood.includes(one))
      expect(stay(result)).toEqual(stay(now))
      const asGood = (list: readonly string[]) => knownGood.filter(one => list.includes(one))
      const isUnmoved =
        JSON.stringify(stay(now).filter(one => knownGood.includes(one))) === JSON.stringify(asGood(stay(now)))
      const wanted = isUnmoved ? asGood(now) : result.filter(one => knownGood.includes(one))
      expect(result.filter(one => knownGood.includes(one))).toEqual(wanted)
    }),
  )
})

test('what cannot come back is reported, not tried', () => {
  const knownGood = serverOf(3, 3, 1, () => 1)
  const now = copied(knownGood)
  knownGood.role.set(id(50), { name: 'Robot', permissions: '8', position: 9, managed: true })
  knownGood.invite.set('abc', { channel_id: id(2) })
  knownGood.guild.set(guildId, { ...knownGood.guild.get(guildId), vanity_url_code: 'home' })
  now.member.delete(id(5000))
  const touched: Touched[] = [
    { kind: 'role', id: id(50) },
    { kind: 'invite', id: 'abc' },
    { kind: 'guild', id: guildId },
    { kind: 'member', id: id(5000) },
  ]
  const { steps, impossible } = planSteps({ now, knownGood, touched, attackers: [] }, able)
  expect(steps).toEqual([])
  expect(impossible.map(({ kind, field }) => `${kind} ${field ?? ''}`.trim()).toSorted()).toEqual([
    'guild vanity_url_code',
    'invite',
    'member',
    'role',
  ])
})

test('attackers get nothing back, and roles above the bot are not tried', () => {
  const knownGood = serverOf(3, 2, 2, () => 0)
  const now = copied(knownGood)
  deleteFrom(now, 'role', id(0))
  now.role.set(id(2), { ...now.role.get(id(2)), name: 'owned', position: 2000 })
  const touched: Touched[] = [id(0), id(2)].map(role => ({ kind: 'role', id: role }))
  const plan = planSteps({ now, knownGood, touched, attackers: [id(5000)] }, able)
  const members = plan.steps.flatMap(({ act }) => (act.do === 'member' ? [act.id] : []))
  expect(members).toEqual([id(5001)])
  expect(plan.steps.some(({ act }) => act.do === 'edit' && act.id === id(2))).toBe(false)
  expect(plan.impossible).toContainEqual(expect.objectContaining({ kind: 'role', id: id(2) }))
})

test('no step waits for itself or for something that does not exist', () => {
  const knownGood = serverOf(3, 4, 1, () => 0)
  knownGood.emoji.set(id(60), { name: 'pixel', image: id(60), roles: [] })
  knownGood.sticker.set(id(61), { name: 'wave', file: id(61), description: '', tags: 'wave', format_type: 1 })
  const now = copied(knownGood)
  for (const kind of ['role', 'channel', 'emoji', 'sticker'] as const)
    for (const object of knownGood[kind].keys()) if (object !== guildId) deleteFrom(now, kind, object)
  const touched = (['role', 'channel', 'emoji', 'sticker'] as const).flatMap(kind =>
    [...knownGood[kind].keys()].map(object => ({ kind, id: object })),
  )
  const { steps } = planSteps({ now, knownGood, touched, attackers: [] }, able)
  expect(steps.map(({ key }) => key)).toContain(`create emoji ${id(60)}`)
  const keys = new Set(steps.map(({ key }) => key))
  expect(steps.filter(({ key, after }) => after.includes(key) || !after.every(one => keys.has(one)))).toEqual([])
})

test('a role that is right except for what cannot come back is not changed again', () => {
  const knownGood = noObjects()
  const hues = { primary_color: 5, secondary_color: 7, tertiary_color: null }
  const role = { name: 'Bright', permissions: '0', hoist: false, position: 1, managed: false, colors: hues }
  knownGood.guild.set(guildId, { name: 'Home', features: [] })
  knownGood.role.set(id(1), role)
  const now = copied(knownGood)
  now.role.set(id(1), { ...role, colors: { ...hues, secondary_color: null } })
  const damage = { now, knownGood, touched: [{ kind: 'role', id: id(1) }], attackers: [] } satisfies Damage
  const { steps, impossible } = planSteps(damage, able)
  expect(steps).toEqual([])
  expect(impossible).toEqual([expect.objectContaining({ id: id(1), field: 'colors' })])
  now.role.set(id(1), { ...role, colors: { ...hues, primary_color: 6, secondary_color: null } })
  expect(planSteps(damage, able).steps.map(({ act }) => act)).toEqual([
    { do: 'edit', kind: 'role', id: id(1), body: { colors: { primary_color: 5 } } },
  ])
})
