// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { latest } from '../journal/state-at.ts'
import { recoveryOf } from '../recovery/progress.ts'

/** Discord's AutoMod, turned against everybody. */

let server: GuardedServer
afterEach(() => server.app.close())

const rules = () => `/guilds/${server.guildId}/auto-moderation/rules`
const block = [{ type: 1, metadata: {} }]
const timeout = [...block, { type: 3, metadata: { duration_seconds: 2_419_200 } }]

test('a rule that every message matches is everyday work until it times everybody out; then it is removed, with its author', async () => {
  server = await guardedServer()
  const rogue = server.app.as('rogue')
  const { id } = await rogue.rest<{ id: string }>('POST', rules(), {
    name: 'Words',
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ['*e*'] },
    actions: block,
    enabled: true,
  })
  const { services } = server.app.product
  await until('the rule to be known', () => latest(services, server.guildId, 'rule', id) !== undefined)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await rogue.rest('PATCH', `${rules()}/${id}`, { actions: timeout })
  await until('the ban', () => server.isBanned(rogue.userId))
  await until('the rule to be gone', () => !server.world().autoModerationRules.has(id))
  expect(server.incidents()).toMatchObject([{ actorId: rogue.userId, module: 'anti_guild_update' }])
})

test('people whom their rule timed out may speak again, whenever that is reported; people whom others timed out may not', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const owner = app.as('owner')
  const logins = ['member1', 'member2', 'member3', 'member4', 'member5', 'member6']
  const [before = '', by = '', meanwhile = '', silenced = '', late = '', byOwner = ''] = logins.map(
    login => app.as(login).userId,
  )
  const rule = (name: string, word: string) => ({
    name,
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: [word] },
    actions: timeout,
    enabled: true,
  })
  const write = (login: string, text: string) =>
    app
      .as(login)
      .say(app.channel('general'), text)
      .catch(() => undefined)
  const isTimedOut = (id: string) => (server.world().members.get(id)?.communication_disabled_until ?? null) !== null
  const timeOut = (id: string) =>
    owner.rest('PATCH', `/guilds/${guildId}/members/${id}`, {
      communication_disabled_until: new Date(app.sandbox.context.now() + 600_000).toISOString(),
    })
  await owner.rest('POST', rules(), rule('Spam', 'spam'))
  const theirs = await app
    .as('rogue')
    .rest<{ id: string }>('POST', rules(), { ...rule('Words', '*e*'), actions: block })
  await write('member1', 'spam')
  await timeOut(by)
  await until('the rule to be known', () => latest(services, guildId, 'rule', theirs.id) !== undefined)
  await server.caughtUp()
  const { context } = app.sandbox
  const pass = context.emit
  const held: Parameters<typeof pass>[0][] = []
  context.emit = dispatch => void held.push(dispatch)
  await app.as('rogue').rest('PATCH', `${rules()}/${theirs.id}`, { actions: timeout })
  await write('member3', 'spam')
  for (const login of ['member4', 'member5', 'member6']) await write(login, 'hello there')
  await timeOut(byOwner)
  expect([before, by, meanwhile, silenced, late, byOwner].map(isTimedOut)).not.toContain(false)
  context.emit = pass
  const isLate = ({ type, data }: (typeof held)[number]) =>
    (type as string) === 'AUTO_MODERATION_ACTION_EXECUTION' && JSON.stringify(data).includes(late)
  for (const dispatch of held) if (!isLate(dispatch)) pass(dispatch)
  await until('the rule to be gone', () => !server.world().autoModerationRules.has(theirs.id))
  await until('the first to be let speak', () => !isTimedOut(silenced))
  await until('the recovery', () => recoveryOf(services, guildId, 1)?.state === 'done')
  expect(isTimedOut(late)).toBe(true)
  for (const dispatch of held) if (isLate(dispatch)) pass(dispatch)
  await until('the last to be let speak', () => !isTimedOut(late))
  await until('the recovery', () => recoveryOf(services, guildId, 1)?.state === 'done')
  expect([before, by, meanwhile, byOwner].map(isTimedOut)).not.toContain(false)
})

test('everyday: rules against words, links and shouting that time out for a day', async () => {
  server = await guardedServer()
  const make = (name: string, trigger_metadata: object) =>
    server.app.as('rogue').rest('POST', rules(), {
      name,
      event_type: 1,
      trigger_type: 1,
      trigger_metadata,
      actions: timeout,
      enabled: true,
    })
  await make('Coins', { keyword_filter: ['*coin*', 'crypto*'] })
  await make('Links and shouting', { regex_patterns: ['https?://.*', '[A-Z]{20,}'] })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

/** The channels in which people write, except some. */
function roomsBut(...ids: readonly string[]): string[] {
  const textual = new Set([0, 5, 15, 16])
  return [...server.app.sandbox.context.world.channels.values()]
    .filter(({ guildId, channel }) => guildId === server.guildId && textual.has(channel.type))
    .map(({ channel }) => channel.id)
    .filter(id => !ids.includes(id))
}

const bait = { name: 'Bait', event_type: 1, trigger_type: 1, actions: timeout, enabled: true } as const
const anything = { regex_patterns: ['.'] }

test('everyday: a new channel is bait for spammers, and people who write there are timed out; the channel of all members is no bait', async () => {
  server = await guardedServer()
  const rooms = await server.make('channels', 6)
  const newest = rooms.at(-1) ?? ''
  await server.caughtUp()
  const rogue = server.app.as('rogue')
  const { id } = await rogue.rest<{ id: string }>('POST', rules(), {
    ...bait,
    trigger_metadata: anything,
    exempt_channels: roomsBut(newest),
  })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await rogue.rest('PATCH', `${rules()}/${id}`, { exempt_channels: roomsBut(server.app.channel('general')) })
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
})

test('what a category or a role exempts is judged as if that were gone: such a rule is against everybody', async () => {
  server = await guardedServer()
  const owner = server.app.as('owner')
  const { id: category } = await owner.rest<{ id: string }>('POST', `/guilds/${server.guildId}/channels`, {
    name: 'rooms',
    type: 4,
  })
  const inside = await server.make('channels', 6, 'inside', { parent_id: category })
  const newest = (await server.make('channels', 1)).at(0) ?? ''
  await server.caughtUp()
  const exempted = roomsBut(newest, ...inside)
  for (const more of [
    { exempt_channels: [...exempted, category] },
    { exempt_channels: exempted, exempt_roles: [server.role('Moderator')] },
  ]) {
    const admin = await server.hire('Admin')
    await admin.rest('POST', rules(), { ...bait, trigger_metadata: anything, ...more }).catch(() => undefined)
    expect(await until('the ban', () => server.isBanned(admin.userId))).toBe(true)
  }
})

/** Gives all channels in which people write names in other letters, except the one by which the bot is waited for. */
async function renameRooms(who: Member, name: string): Promise<void> {
  for (const [place, id] of roomsBut(server.app.channel('general')).entries())
    await who.rest('PATCH', `/channels/${id}`, { name: `${name}-${place}` })
  await server.caughtUp()
}
const weekMs = 7 * 24 * 3_600_000

test.each([
  ['drawn letters', '𝗽𝗼𝘁𝘁𝗲𝗿𝘆', '[a-z]'],
  ['Cyrillic letters', 'гончарня-объявления', '[а-я]'],
  ['Cyrillic letters', 'гончарня', '.{1,500}'],
])(
  'where channels have had names in %s for a week, a rule against all that people write is found',
  async (_, name, pattern) => {
    let ahead = 0
    server = await guardedServer({}, { now: () => Date.now() + ahead })
    await renameRooms(server.app.as('owner'), name)
    ahead = weekMs + 60_000
    server.app.sandbox.advance(ahead)
    // Channels and names that an attacker has just made do not count.
    const rogue = server.app.as('rogue')
    await renameRooms(rogue, 'general')
    await rogue.rest('POST', `/guilds/${server.guildId}/channels`, { name: 'general', type: 0 })
    await server.caughtUp()
    await rogue
      .rest('POST', rules(), { ...bait, trigger_metadata: { regex_patterns: [pattern] } })
      .catch(() => undefined)
    expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  },
)

test('an attacker who first renames all channels into other letters is stopped for a rule against the letters of the server', async () => {
  server = await guardedServer()
  const rogue = server.app.as('rogue')
  await renameRooms(rogue, 'гончарня')
  expect(server.incidents()).toEqual([])
  await rogue.rest('POST', rules(), { ...bait, trigger_metadata: { regex_patterns: ['[a-z]'] } }).catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
})
