import type { APIMessage } from 'discord-api-types/v10'
import { GuildFeature, GatewayDispatchEvents } from 'discord-api-types/v10'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blankUser } from '#sandbox/world/blank.ts'
import { depart } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { passScreening } from '#sandbox/world/members/screening.ts'
import { createStranger } from '#sandbox/world/members/strangers.ts'
import { tellGuild } from '#sandbox/world/tell.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let owner: Visitor
let address: string
beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
  address = `/api/guild/${harness.guildId}/greeting`
})
afterAll(() => harness.close())

const sandbox = () => harness.sandbox.context
const state = () => {
  const found = sandbox().world.guilds.get(harness.guildId)
  if (!found) throw new Error('no guild')
  return found
}
/** Somebody new. @returns their id */
const stranger = (name?: string) => {
  const id = createStranger(sandbox(), 'guest')
  const account = sandbox().world.accounts.get(id)
  if (account && name !== undefined) account.user = blankUser({ id, username: name })
  return id
}
const join = (id: string) => joinGuild(sandbox(), id, harness.guildId)
const leave = (id: string) => depart(sandbox(), state(), id)
const post = (body: Record<string, unknown>) => owner.call('POST', address, body)
const about = (channel: string, text: string): APIMessage[] =>
  harness
    .messages(harness.channel(channel))
    .filter(message => message.author.id === harness.botId && textOf(message).includes(text))
/** Nothing waits any more. */
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
/** Both greetings as most tests want them. */
beforeEach(async () => {
  const words = { welcome_content: 'Hi {member.mention}, {user}!', welcome_embed_title: 'Hello' }
  const answers = [
    await post({ ...welcomeOn, ...words, welcome_embed_footer: 'Joined {server.name}' }),
    await post({ ...farewellOn, farewell_content: 'Bye {member.tag} {member.id}' }),
  ]
  if (answers.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(answers))
})

test('the page reads and posts what the specification says', async () => {
  const posted = {
    welcomeUpdate: true,
    welcome_content: String.raw`Hello {user}\nRead this`,
    welcome_channel: 'arrivals',
    welcome_type: 'both',
    welcome_embed_title: 'Hi',
    welcome_embed_description: String.raw`One\nTwo`,
    welcome_embed_color: '#57f287',
    welcome_embed_thumbnail: 'off',
    welcome_embed_footer: '',
  }
  expect(await post(posted)).toMatchObject({ status: 200, body: { success: true } })
  const embedOnly = {
    welcomeUpdate: true,
    welcome_embed_image: 'https://example.org/a.png',
    welcome_embed_author_name: 'The team',
    welcome_embed_author_iconURL: '',
  }
  expect((await post(embedOnly)).status).toBe(200)
  expect((await owner.call('GET', address)).body).toMatchObject({
    guild: { id: harness.guildId, channels: expect.any(Array) },
    settings: {
      welcome: {
        enabled: true,
        channel: harness.channel('arrivals'),
        content: 'Hello {user}\nRead this',
        type: 'both',
        embed: {
          title: 'Hi',
          description: 'One\nTwo',
          color: '#57F287',
          thumbnail: false,
          footer: '',
          image: 'https://example.org/a.png',
          author: { name: 'The team', iconURL: '' },
        },
      },
      farewell: { enabled: true, embed: { color: '#ED4245' } },
    },
  })
})

test('what cannot be is refused beside its field', async () => {
  expect(await post({ welcomeUpdate: true, welcome_channel: '' })).toMatchObject({
    status: 400,
    body: { error: 'Please select a channel', fields: { welcome_channel: 'Please select a channel' } },
  })
  const wrong: [string, string][] = [
    ['welcome_embed_image', 'javascript:alert(1)'],
    ['welcome_embed_color', 'blue'],
    ['welcome_content', 'x'.repeat(2001)],
    ['welcome_embed_title', 'x'.repeat(257)],
    ['welcome_channel', '#nowhere'],
    ['welcome_type', 'carrier pigeon'],
  ]
  for (const [key, value] of wrong)
    expect(await post({ welcomeUpdate: true, [key]: value })).toMatchObject({
      status: 400,
      body: { success: false, fields: { [key]: expect.any(String) } },
    })
})

test('embed fields alone leave a section off that is off; the flag to switch off does', async () => {
  expect((await post({ farewellDisable: true })).status).toBe(200)
  expect((await post({ farewellUpdate: true, farewell_embed_title: 'So long' })).status).toBe(200)
  expect((await owner.call('GET', address)).body).toMatchObject({
    settings: { farewell: { enabled: false, embed: { title: 'So long' } } },
  })
})

test('who joins is greeted by name and notified, and nobody else is', async () => {
  const id = stranger('mallory @everyone')
  join(id)
  const message = await until('the welcome', () => about('arrivals', id)[0])
  expect(message.content).toContain(`<@${id}>`)
  expect(message.content).not.toContain('@everyone')
  expect(message.mentions.map(user => user.id)).toEqual([id])
  expect(message.embeds[0]).toMatchObject({ title: 'Hello', footer: { text: 'Joined Tidewater Makers' } })
  expect(message.mention_everyone).toBe(false)
})

test('who leaves is told, known or not, and is not notified', async () => {
  const known = harness.as('member6').userId
  leave(known)
  const message = await until('the farewell', () => about('kiln-and-clay', known)[0])
  expect(message).toMatchObject({ content: expect.stringContaining('Bye'), mentions: [], embeds: [] })
})

test('an event that is told twice greets once', async () => {
  const id = stranger()
  const member = join(id)
  const again = { ...member, guild_id: harness.guildId }
  const tell = (type: GatewayDispatchEvents, data: Record<string, unknown>) =>
    tellGuild(sandbox(), harness.guildId, type, data)
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

/** The guild's row of somebody, to put it back to where a crash would have left it. */
const row = (userId: string) => {
  const { $client } = harness.product.services.db
  return {
    state: () => $client.prepare('SELECT state FROM greeting_queue WHERE user_id = ? ORDER BY id').pluck().get(userId),
    put: (changes: string) => $client.prepare(`UPDATE greeting_queue SET ${changes} WHERE user_id = ?`).run(userId),
  }
}
const catchUp = async () => {
  const { scheduler, now } = harness.product.services
  scheduler.at({ feature: 'greetings', job: 'catchUp', at: now(), key: 'test' })
  await scheduler.tick()
  await settled()
}

test('a crash between sending and noting it greets once, soon after and long after; what was not sent is', async () => {
  const [id, lost] = [stranger('gannet'), stranger('petrel')]
  const kept = (username: string) =>
    JSON.stringify({ username, displayName: username, discriminator: '0', avatarURL: '', joinedAt: null, members: 16 })
  const crashed = (changedAt: number) => `state = 'sending', person = '${kept('gannet')}', changed_at = ${changedAt}`
  join(id)
  await until('the welcome to be noted', () => row(id).state() === 'sent')
  for (const age of [0, 3_600_000]) {
    row(id).put(crashed(Date.now() - age))
    await catchUp()
    expect(row(id).state()).toBe('sent')
  }
  expect(about('arrivals', id)).toHaveLength(1)

  await post({ welcomeDisable: true })
  join(lost)
  await until('the join to be noted', () => row(lost).state() === 'skipped')
  await post(welcomeOn)
  row(lost).put(`state = 'sending', person = '${kept('petrel')}', changed_at = ${Date.now() - 3_600_000}`)
  await catchUp()
  expect(about('arrivals', lost)).toHaveLength(1)
  row(lost).put(`state = 'waiting', person = '${kept('petrel')}', changed_at = ${Date.now() - 2 * 86_400_000}`)
  await catchUp()
  expect([row(lost).state(), about('arrivals', lost).length]).toEqual(['skipped', 1])
  row(lost).put(`changed_at = ${Date.now() - 3 * 86_400_000}`)
  await catchUp()
  expect(row(lost).state()).toBeUndefined()
})

test('while Discord does not answer the greeting waits, and is sent afterwards', async () => {
  harness.sandbox.context.conditions.failNext = { count: 4, status: 503, route: 'POST /channels/:channel_id/messages' }
  const id = stranger()
  join(id)
  await until('all tries of the first run to fail', () => sandbox().conditions.failNext === undefined)
  expect(about('arrivals', id)).toEqual([])
  await until('another run', async () => {
    await catchUp()
    return about('arrivals', id).length === 1
  })
})

test('without the right to embed the words are sent as text, with a card it is attached', async () => {
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

test('who invited a member can be told, also when nobody knows', async () => {
  await owner.call('PATCH', `/api/guild/${harness.guildId}/modules/invites`, { enabled: true })
  await post({ welcomeUpdate: true, welcome_type: 'message', welcome_content: '{member.id} by {inviter} ({invites})' })
  const [known, unknown] = [stranger(), stranger()]
  await until('the invites to be known', () => {
    const { $client } = harness.product.services.db
    return $client.prepare('SELECT 1 FROM invite_baselines WHERE guild_id = ?').get(harness.guildId) !== undefined
  })
  joinGuild(sandbox(), known, harness.guildId, 'kiln24')
  const [told] = await until('the one', () => about('arrivals', known).length > 0 && about('arrivals', known))
  expect(told?.content).toBe(`${known} by mara.w (1)`)
  join(unknown)
  const [guess] = await until('the other', () => about('arrivals', unknown).length > 0 && about('arrivals', unknown))
  expect(guess?.content).toBe(`${unknown} by somebody unknown (0)`)
  await owner.call('PATCH', `/api/guild/${harness.guildId}/modules/invites`, { enabled: false })
})

test('a member who asks to be forgotten is, and a channel that is gone loses nothing else', async () => {
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

test('where a server screens, the greeting waits for the rules, also over a restart; who gives up is not mentioned', async () => {
  state().guild.features.push(GuildFeature.MemberVerificationGateEnabled)
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
  state().guild.features.pop()
  owner = await harness.signIn('owner')
})

test('a preview is posted as the caller, or says why it is not', async () => {
  const preview = (type: string) => owner.call('POST', `${address}/preview`, { type })
  expect(await preview('welcome')).toMatchObject({
    status: 200,
    body: { success: true, message: 'Welcome preview sent!' },
  })
  const { userId } = harness.as('owner')
  expect(about('arrivals', userId)).toHaveLength(1)
  await post({ farewellDisable: true })
  expect(await preview('farewell')).toMatchObject({ status: 400, body: { error: 'Farewell messages are not enabled' } })
  const { settings } = harness.product.services
  const greetings = harness.product.services.features.find(({ contract }) => contract.name === 'greetings')
  if (!greetings) throw new Error('not in the manifest')
  settings.write(
    harness.guildId,
    greetings.contract,
    { farewell_enabled: true, farewell_channel: null },
    { userId: null, via: 'test' },
  )
  expect(await preview('farewell')).toMatchObject({
    status: 400,
    body: { error: 'No channel configured for farewell messages' },
  })
  await post({ ...welcomeOn, welcome_channel: '#mod-log' })
  await harness.as('owner').rest('PUT', `/channels/${harness.channel('mod-log')}/permissions/${harness.botId}`, {
    type: 1,
    deny: '2048',
    allow: '0',
  })
  await until('the refusal', async () => {
    const answer = await preview('welcome')
    return answer.status === 400 && JSON.stringify(answer.body).includes('I cannot write in #mod-log')
  })
})

test('everything can be set by command, and the module switches with the others', async () => {
  const say = async (text: string, login = 'owner') =>
    textOf(await harness.answerTo(await harness.as(login).say(harness.channel('woodwork'), text)))
  expect(await say('.welcome reset')).toContain('off')
  expect(await say('.farewell reset')).toContain('off')
  expect(await say('.config greetings on')).toContain('Choose a channel for welcome or farewell messages first')
  expect(await say('.welcome status on')).toContain('Choose a channel first')
  expect(await say('.welcome channel arrivals')).toContain('go to')
  expect(await say('.config greetings on')).toContain('Greetings is now on')
  for (const line of [
    'content Ahoy {user}',
    'title Ship log',
    String.raw`desc One\nTwo`,
    'thumbnail off',
    'color green',
    'footer {server}',
    'author The team | https://example.org/i.png',
    'image https://example.org/p.png',
    'type both',
  ])
    expect(await say(`.welcome ${line}`)).not.toMatch(/went wrong|do not know|Usage/)
  expect(await say('.welcome color mauve')).toContain('blurple')
  expect(await say('.welcome image ftp://x')).toContain('Please enter a valid URL')
  expect(await say('.welcome title x', 'member1')).toContain('Manage Server')
  expect(await say('.welcome preview')).toContain('Welcome preview sent!')
  const shown = about('arrivals', 'Ship log')[0]
  expect(shown).toMatchObject({
    content: expect.stringContaining('Ahoy'),
    embeds: [
      {
        title: 'Ship log',
        description: 'One\nTwo',
        color: 0x57f287,
        footer: { text: 'Tidewater Makers' },
        author: { name: 'The team', icon_url: 'https://example.org/i.png' },
        image: { url: 'https://example.org/p.png' },
      },
    ],
  })
  expect(shown?.embeds[0]?.thumbnail).toBeUndefined()
  expect(await say('.welcome')).toContain('Ship log')
  expect(await say('.welcome channel off')).toContain('no channel')
  expect(await say('.config greetings off')).toContain('off')
})
