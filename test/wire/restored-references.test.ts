// @module-tag long
import { afterEach, expect, test } from 'vitest'
import access from '#features/access/contract.ts'
import automod from '#features/automod/contract.ts'
import autorole from '#features/autorole/contract.ts'
import { refreshGuild } from '#features/counters/rename.ts'
import { counterChannels } from '#features/counters/table.ts'
import { recoveryOf } from '#features/antinuke/recovery/progress.ts'
import { idMap } from '#features/antinuke/recovery/id-map.ts'
import { noteOf } from '#features/antinuke/journal/notes.ts'
import leveling from '#features/leveling/contract.ts'
import { channelLocks } from '#features/moderation/channel/table.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '../antinuke.ts'
import { textOf } from '../member.ts'
import { differing } from '../recovery.ts'
import { until } from '../until.ts'

const hour = 3_600_000

let server: GuardedServer
let ahead = 0
let roleId: string
let counterId: string
let lockedId: string
afterEach(() => server.app.close())

const services = () => server.app.product.services
const say = async (text: string) => {
  const { app } = server
  return textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), text)))
}

/** Makes a role and two channels that settings and rows of several features name. */
async function named(): Promise<void> {
  ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  await until('the server to be known', () => noteOf(services(), guildId, 'members') !== undefined)
  const [role = ''] = await server.make('roles', 1, 'veteran')
  const [channel = ''] = await server.make('channels', 1, 'workshop')
  roleId = role
  lockedId = channel
  await server.caughtUp()
  expect(await say('.counter set users People: {count}')).toContain('counts from now on')
  counterId = services().db.select().from(counterChannels).get()?.channelId ?? ''
  expect(await say('.lock #workshop-0 10m')).toMatch(/^Locked/)
  const author = { userId: app.as('owner').userId, via: 'test' }
  const { settings } = services()
  settings.write(guildId, leveling, { enabled: true, levelRoles: [{ level: 5, roleId }], noXpRoles: [roleId] }, author)
  settings.write(guildId, autorole, { enabled: false, memberRoles: [roleId] }, author)
  settings.write(guildId, automod, { exemptRoles: [roleId] }, author)
  const grant = { kind: 'role', id: roleId, feature: 'automod', level: 'manage', expiresAt: null } as const
  const grants = [{ ...grant, grantedBy: author.userId, at: 1, joinedAt: null }]
  settings.write(guildId, access, { grants }, author)
  await server.caughtUp()
}

/** The ids by which settings and rows name the role and the channels. */
function names() {
  const { settings, db } = services()
  const { guildId } = server
  const { levelRoles, noXpRoles } = settings.read(guildId, leveling)
  return {
    levelRoles: levelRoles.map(one => one.roleId),
    noXpRoles,
    memberRoles: settings.read(guildId, autorole).memberRoles,
    exempt: settings.read(guildId, automod).exemptRoles,
    grants: settings.read(guildId, access).grants.map(({ id }) => id),
    counters: db
      .select()
      .from(counterChannels)
      .all()
      .map(({ channelId }) => channelId),
    locks: db
      .select()
      .from(channelLocks)
      .all()
      .map(({ channelId }) => channelId),
  }
}

const naming = (role: string, counter: string, locked: string) => ({
  levelRoles: [role],
  noXpRoles: [role],
  memberRoles: [role],
  exempt: [role],
  grants: [role],
  counters: [counter],
  locks: [locked],
})

/** The state after features have dropped deleted ids; an exemption stays until somebody removes it. */
const dropped = () => ({
  levelRoles: [],
  noXpRoles: [],
  memberRoles: [],
  exempt: [roleId],
  grants: [],
  counters: [],
  locks: [],
})

/** Whether the server still has one of them, as far as the bot knows. */
const isThere = () => {
  const guild = services().client.guilds.cache.get(server.guildId)
  return [counterId, lockedId].some(id => guild?.channels.cache.has(id)) || guild?.roles.cache.has(roleId)
}

async function deleteAll(login: string): Promise<void> {
  const actor = server.app.as(login)
  const paths = [`/guilds/${server.guildId}/roles/${roleId}`, `/channels/${counterId}`, `/channels/${lockedId}`]
  for (const path of paths) await actor.rest('DELETE', path)
  await until('the bot to know that they are gone', () => !isThere())
}

const pass = async (ms: number) => {
  ahead += ms
  await services().scheduler.tick()
}

test('references to deleted things get the new ids once these are restored, whatever was due meanwhile', async () => {
  await named()
  const { app, guildId } = server
  const rogue = app.as('rogue')
  await deleteAll('rogue')
  // Meanwhile, the counter would be renamed and the lock ends, while their channels are gone.
  refreshGuild(services(), guildId)
  await pass(11 * 60_000)
  expect(names()).toEqual(naming(roleId, counterId, lockedId))
  const others = [...server.world().channelIds].map(id => () => rogue.rest('DELETE', `/channels/${id}`))
  await whileAllowed(others)
  await until('the attacker to be banned', () => server.isBanned(rogue.userId))
  const { report } = await until('the recovery to be over', () => {
    const recovery = recoveryOf(services(), guildId, 1)
    return recovery?.state === 'done' && recovery
  })
  expect(differing(report)).toEqual([])
  const { now } = idMap(services(), guildId)
  const ids = [roleId, counterId, lockedId].map(now)
  for (const id of ids) expect([roleId, counterId, lockedId]).not.toContain(id)
  const [role = '', counter = '', locked = ''] = ids
  expect(names()).toEqual(naming(role, counter, locked))
  await pass(30 * hour)
  await until('the lock to be over', () => names().locks.length === 0)
  expect(names()).toEqual({ ...naming(role, counter, locked), locks: [] })
})

test('references to things that are not restored within a day are dropped, across a restart and where a feature is off', async () => {
  await named()
  await deleteAll('owner')
  expect(names()).toEqual(naming(roleId, counterId, lockedId))
  await pass(3 * hour)
  expect(names()).toEqual(naming(roleId, counterId, lockedId))
  expect(await say('.counter list')).toContain('a deleted channel')
  await server.app.restart()
  services().settings.write(server.guildId, leveling, { enabled: false }, { userId: null, via: 'test' })
  // The last of them may have been recorded up to three hours later.
  await pass(25 * hour)
  // This check comes late, so the clock may be ahead, and it is repeated once.
  expect(names()).toEqual(naming(roleId, counterId, lockedId))
  await pass(24 * hour)
  await expect.poll(names).toEqual(dropped())
})

test.each([{ enabled: false }, { autoRecovery: false }])('with %o, references are dropped at once', async off => {
  await named()
  server.set(off)
  await deleteAll('owner')
  await expect.poll(names).toEqual(dropped())
})
