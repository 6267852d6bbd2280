// @module-tag long
import { GatewayDispatchEvents, GuildFeature } from 'discord-api-types/v10'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { passScreening } from '#sandbox/world/members/screening.ts'
import { emitToGuild } from '#sandbox/world/emit.ts'
import { mostRefusals } from '#kernel/discord/refusals.ts'
import { type Greetings, greetingsOf } from '#test/greetings.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { catchUp, forgetOld } from './catch-up.ts'

/** The messages sent when people come and go, whatever happens in the meantime. */
let harness: Harness
let owner: Visitor
let address: string
let hall: Greetings
beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
  address = `/api/guild/${harness.guildId}/greeting`
  hall = greetingsOf(harness)
})
afterAll(() => harness.close())

const sandbox = () => harness.sandbox.context
const post = (body: Record<string, unknown>) => owner.call('POST', address, body)
const stranger = (name?: string) => hall.stranger(name)
const join = (id: string, code?: string) => hall.join(id, code)
const leave = (id: string) => hall.leave(id)
const about = (channel: string, text: string) => hall.about(channel, text)
/** Waits until nothing is pending. */
const settled = async () => {
  await until('the queue to be empty', () => {
    const { count } = harness.product.services.db.$client
      .prepare("SELECT count(*) AS count FROM greeting_queue WHERE state IN ('waiting', 'sending')")
      .get() as { count: number }
    return count === 0
  })
}

const welcomeOn = { welcomeUpdate: true, welcome_channel: '#arrivals', welcome_type: 'both' }
const farewellOn = { farewellUpdate: true, farewell_channel: '#kiln-and-clay', farewell_type: 'message' }
/** Both greetings, set up as most tests need them. */
beforeEach(async () => {
  const words = { welcome_content: 'Hi {member.mention}, {user}!', welcome_embed_title: 'Hello' }
  const answers = [
    await post({ ...welcomeOn, ...words, welcome_embed_footer: 'Joined {server.name}' }),
    await post({ ...farewellOn, farewell_content: 'Bye {member.tag} {member.id}' }),
  ]
  if (answers.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(answers))
})

test('a newcomer is greeted by name and notified, and nobody else is', async () => {
  const id = stranger('mallory @everyone')
  join(id)
  const message = await until('the welcome', () => about('arrivals', id)[0])
  expect(message.content).toContain(`<@${id}>`)
  expect(message.content).not.toContain('@everyone')
  expect(message.mentions.map(user => user.id)).toEqual([id])
  expect(message.embeds[0]).toMatchObject({ title: 'Hello', footer: { text: 'Joined Tidewater Makers' } })
  expect(message.mention_everyone).toBe(false)
})

test('a departure is announced, cached or not, and notifies nobody', async () => {
  const known = harness.as('member6').userId
  leave(known)
  const message = await until('the farewell', () => about('kiln-and-clay', known)[0])
  expect(message).toMatchObject({ content: expect.stringContaining('Bye'), mentions: [], embeds: [] })
})

test('bots are greeted like people, unless the section says otherwise', async () => {
  const bot = () => {
    const id = stranger()
    const account = sandbox().world.accounts.get(id)
    if (account) account.user = { ...account.user, bot: true }
    return id
  }
  const [first, second, person] = [bot(), bot(), stranger()]
  join(first)
  await until('the bot to be greeted', () => about('arrivals', first)[0])
  await post({ welcomeUpdate: true, welcome_bots: 'off' })
  join(second)
  join(person)
  await until('the person to be greeted', () => about('arrivals', person)[0])
  expect(about('arrivals', second)).toEqual([])
  await post({ welcomeUpdate: true, welcome_bots: 'on' })
})

test('an event that is sent twice greets once', async () => {
  const id = stranger()
  const member = join(id)
  const again = { ...member, guild_id: harness.guildId }
  const tell = (type: GatewayDispatchEvents, data: Record<string, unknown>) =>
    emitToGuild(sandbox(), harness.guildId, type, data)
  tell(GatewayDispatchEvents.GuildMemberAdd, again)
  await until('the welcome', () => about('arrivals', id)[0])
  tell(GatewayDispatchEvents.GuildMemberAdd, again)
  leave(id)
  await until('the farewell', () => about('kiln-and-clay', id)[0])
  tell(GatewayDispatchEvents.GuildMemberRemove, { user: again.user, guild_id: harness.guildId })
  join(id)
  await until('the second welcome', () => about('arrivals', id)[1])
  await settled()
  expect(about('arrivals', id)).toHaveLength(2)
  expect(about('kiln-and-clay', id)).toHaveLength(1)
})

/** The guild's row for a member, to return it to the state that a crash would have left. */
const row = (userId: string) => {
  const { $client } = harness.product.services.db
  return {
    state: () => $client.prepare('SELECT state FROM greeting_queue WHERE user_id = ? ORDER BY id').pluck().get(userId),
    put: (changes: string) => $client.prepare(`UPDATE greeting_queue SET ${changes} WHERE user_id = ?`).run(userId),
  }
}
const lookAgain = async () => {
  const { scheduler, now } = harness.product.services
  for (const hourly of [catchUp, forgetOld]) scheduler.at(hourly, { at: now(), key: 'test' })
  await scheduler.tick()
  await settled()
}

test('a crash between sending and recording greets once, soon after and long after; an unsent greeting is sent', async () => {
  const [id, lost] = [stranger('gannet'), stranger('petrel')]
  const kept = (username: string) =>
    JSON.stringify({ username, displayName: username, discriminator: '0', avatarURL: '', joinedAt: null, members: 16 })
  const crashed = (changedAt: number) => `state = 'sending', person = '${kept('gannet')}', changed_at = ${changedAt}`
  join(id)
  await until('the welcome to be noted', () => row(id).state() === 'sent')
  for (const age of [0, 3_600_000]) {
    row(id).put(crashed(Date.now() - age))
    await lookAgain()
    expect(row(id).state()).toBe('sent')
  }
  expect(about('arrivals', id)).toHaveLength(1)

  await post({ welcomeDisable: true })
  join(lost)
  await until('the join to be noted', () => row(lost).state() === 'skipped')
  await post(welcomeOn)
  row(lost).put(`state = 'sending', person = '${kept('petrel')}', changed_at = ${Date.now() - 3_600_000}`)
  await lookAgain()
  expect(about('arrivals', lost)).toHaveLength(1)
  row(lost).put(`state = 'waiting', person = '${kept('petrel')}', changed_at = ${Date.now() - 2 * 86_400_000}`)
  await lookAgain()
  expect([row(lost).state(), about('arrivals', lost).length]).toEqual(['skipped', 1])
  row(lost).put(`changed_at = ${Date.now() - 3 * 86_400_000}`)
  await lookAgain()
  expect(row(lost).state()).toBeUndefined()
})

test.each([
  [503, 4],
  [401, 2],
])('while Discord does not answer (%i), the greeting waits; then it is sent', async (status, count) => {
  harness.sandbox.context.conditions.failNext = { count, status, route: 'POST /channels/:channel_id/messages' }
  const id = stranger()
  join(id)
  await until('all tries of the first run to fail', () => sandbox().conditions.failNext === undefined)
  expect(about('arrivals', id)).toEqual([])
  await until('another run', async () => {
    await lookAgain()
    return about('arrivals', id).length === 1
  })
})

test('without permission to embed, the greeting is sent as plain text, with its card attached', async () => {
  await post({ welcomeUpdate: true, welcome_card: 'on', welcome_embed_image: '' })
  const [first, second] = [stranger(), stranger()]
  join(first)
  const [pictured] = await until('a card', () => about('arrivals', first).length > 0 && about('arrivals', first))
  expect(pictured?.embeds[0]?.image?.url).toMatch(/\/card\.png/)
  await post({ welcomeUpdate: true, welcome_card: 'off', welcome_channel: '#woodwork' })
  const target = `/channels/${harness.channel('woodwork')}/permissions/${harness.botId}`
  await harness.as('owner').rest('PUT', target, { type: 1, deny: String(1n << 14n), allow: '0' })
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  const woodwork = guild?.channels.cache.get(harness.channel('woodwork'))
  await until(
    'the bot to know',
    () => guild?.members.me && !woodwork?.permissionsFor(guild.members.me).has('EmbedLinks'),
  )
  join(second)
  const [plain] = await until('text', () => about('woodwork', second).length > 0 && about('woodwork', second))
  expect(plain).toMatchObject({ embeds: [], content: expect.stringContaining('**Hello**') })
  await harness.as('owner').rest('DELETE', target)
})

test('a greeting can name the inviter, and says so when it is not known', async () => {
  await owner.call('PATCH', `/api/guild/${harness.guildId}/modules/invites`, { enabled: true })
  await post({ welcomeUpdate: true, welcome_type: 'message', welcome_content: '{member.id} by {inviter} ({invites})' })
  const [known, unknown] = [stranger(), stranger()]
  await until('the invites to be known', () => {
    const { $client } = harness.product.services.db
    return $client.prepare('SELECT 1 FROM invite_baselines WHERE guild_id = ?').get(harness.guildId) !== undefined
  })
  join(known, 'kiln24')
  const [told] = await until('the one', () => about('arrivals', known).length > 0 && about('arrivals', known))
  expect(told?.content).toBe(`${known} by mara.w (1)`)
  join(unknown)
  const [guess] = await until('the other', () => about('arrivals', unknown).length > 0 && about('arrivals', unknown))
  expect(guess?.content).toBe(`${unknown} by somebody unknown (0)`)
  const hasty = stranger()
  join(hasty)
  leave(hasty)
  await until('the departure to be noted', () => row(hasty).state() === 'gone')
  await settled()
  expect([...about('arrivals', hasty), ...about('kiln-and-clay', hasty)]).toEqual([])
  await owner.call('PATCH', `/api/guild/${harness.guildId}/modules/invites`, { enabled: false })
})

test('a member who asks to be forgotten is not greeted, and a deleted channel loses no other greeting', async () => {
  const id = stranger()
  join(id)
  await until('the welcome to be noted', () => row(id).state() === 'sent')
  expect((await owner.call('GET', `/api/guild/${harness.guildId}/export`)).body).toMatchObject({
    features: { greetings: { queue: expect.arrayContaining([expect.objectContaining({ userId: id, person: null })]) } },
  })
  await owner.call('POST', `/api/guild/${harness.guildId}/forget-user`, { userId: id })
  expect(row(id).state()).toBeUndefined()
  const channels = await harness
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${harness.guildId}/channels`, { name: 'brief' })
  await until(
    'the channel to be known',
    async () => (await post({ ...welcomeOn, welcome_channel: 'brief' })).status === 200,
  )
  await harness.as('owner').rest('DELETE', `/channels/${channels.id}`)
  const late = stranger()
  join(late)
  await until('the welcome to be given up', () => row(late).state() === 'skipped')
  expect((await owner.call('GET', `/api/guild/${harness.guildId}/doctor`)).body).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ feature: 'greetings', setting: 'welcome_channel' })]),
  })
})

test('with member screening, the greeting waits, even across a restart; who leaves first is not mentioned', async () => {
  hall.state().guild.features.push(GuildFeature.MemberVerificationGateEnabled)
  const [patient, quick, gone] = [stranger(), stranger(), stranger()]
  for (const id of [patient, quick, gone]) join(id)
  passScreening(sandbox(), quick, harness.guildId)
  await until('the quick one', () => about('arrivals', quick)[0])
  leave(gone)
  const waits = (id: string) =>
    harness.product.services.db.$client.prepare('SELECT state FROM greeting_queue WHERE user_id = ?').pluck().get(id)
  await until('the departure to be known', () => waits(gone) === 'gone')
  expect([patient, gone].flatMap(id => about('arrivals', id))).toEqual([])
  await harness.product.close()
  passScreening(sandbox(), patient, harness.guildId)
  await harness.restart()
  await until('the patient one', () => about('arrivals', patient)[0])
  await settled()
  expect(about('kiln-and-clay', gone)).toEqual([])
  hall.state().guild.features.pop()
  owner = await harness.signIn('owner')
})

test('a channel that Discord refuses unexpectedly is tried a few times, not for each newcomer', async () => {
  const route = 'POST /channels/:channel_id/messages'
  const refusals = () => harness.sandbox.requests().filter(({ status }) => status === 403).length
  const before = refusals()
  sandbox().conditions.failNext = { count: 1000, status: 403, route }
  const crowd = Array.from({ length: 30 }, () => stranger())
  for (const id of crowd) join(id)
  await until('all to be given up', () => crowd.every(id => row(id).state() === 'skipped'))
  sandbox().conditions.failNext = undefined
  expect(refusals() - before).toBe(mostRefusals)
  // The permissions have changed, so it is tried at once.
  const known = () =>
    harness.product.services.client.channels.cache.get(harness.channel('arrivals')) as { topic?: unknown } | undefined
  await harness.as('owner').rest('PATCH', `/channels/${harness.channel('arrivals')}`, { topic: 'Say hello' })
  await until('the change to be known', () => known()?.topic === 'Say hello')
  const late = stranger()
  join(late)
  await until('a later one to be greeted', () => about('arrivals', late)[0])
})
