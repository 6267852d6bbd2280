import { ChannelType } from 'discord-api-types/v10'
import { connectVoice } from '#sandbox/world/voice.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { react } from '#sandbox/world/messages/reactions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Automations, createAutomations, type Posted } from '#test/automations.ts'
import { directMessagesTo } from '#test/direct-messages.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Automations
let ahead = 0
let roleId: string
let general: string
let market: string
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  desk = await createAutomations(harness)
  general = harness.channel('general')
  market = harness.channel('woodwork')
  const owner = harness.as('owner')
  roleId = (
    await owner.rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, { name: 'Trader', permissions: '0' })
  ).id
  await until('the role to be known', () => guild()?.roles.cache.has(roleId))
})
afterAll(() => harness.close())
beforeEach(() => desk.clear())

const guild = () => harness.product.services.client.guilds.cache.get(harness.guildId)
const state = () => harness.sandbox.context.world.guilds.get(harness.guildId)
const rolesOf = (login: string) => state()?.members.get(harness.as(login).userId)?.roles ?? []
const said = (channelId: string) => harness.messages(channelId).filter(({ author }) => author.id === harness.botId)
const saying = (channelId: string, text: string) =>
  until(`the bot to say ${text}`, () => said(channelId).find(message => textOf(message).includes(text)))
/** The messages in #woodwork that the automation of a test sent, identified by a unique word. */
const send = (text: string): Posted['actions'] => [{ kind: 'send', channel_id: market, text }]
const give = (login: string) =>
  harness.as('owner').rest('PUT', `/guilds/${harness.guildId}/members/${harness.as(login).userId}/roles/${roleId}`)
const take = (login: string) =>
  harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/members/${harness.as(login).userId}/roles/${roleId}`)
const newcomer = () => {
  const id = createAccount(harness.sandbox.context, 'newcomer')
  joinGuild(harness.sandbox.context, id, harness.guildId)
  return id
}

interface Triggered {
  name: string
  trigger: NonNullable<Posted['trigger']>
  /** Events that do not start it. */
  not?: () => unknown
  does: () => unknown
}

const triggered: Triggered[] = [
  {
    name: 'a message in its channel',
    trigger: { kind: 'message', channels: [] },
    does: () => harness.as('member1').say(general, 'Hello'),
  },
  {
    name: 'a reaction with its emoji',
    trigger: { kind: 'reaction', emojis: ['⭐'] },
    not: async () => {
      const { id } = await harness.as('member1').say(general, 'Look')
      react(harness.sandbox.context, harness.as('member2').userId, general, id, '🌱')
    },
    does: async () => {
      const { id } = await harness.as('member1').say(general, 'Look')
      react(harness.sandbox.context, harness.as('member2').userId, general, id, '⭐')
    },
  },
  { name: 'somebody who joins', trigger: { kind: 'join' }, does: newcomer },
  {
    name: 'somebody who leaves',
    trigger: { kind: 'leave' },
    does: async () => {
      const id = newcomer()
      await until('them to be known', () => guild()?.members.cache.has(id))
      leaveGuild(harness.sandbox.context, id, harness.guildId)
    },
  },
  { name: 'a role that is given', trigger: { kind: 'role_given' }, does: () => give('member4') },
  { name: 'a role that is taken', trigger: { kind: 'role_taken' }, does: () => take('member4') },
  {
    name: 'a voice channel that is joined',
    trigger: { kind: 'voice' },
    does: () => {
      const voice = [...harness.sandbox.context.world.channels.values()].find(
        ({ channel, guildId }) => channel.type === ChannelType.GuildVoice && guildId === harness.guildId,
      )
      connectVoice(harness.sandbox.context, harness.as('member5').userId, harness.guildId, {
        channelId: voice?.channel.id ?? '',
      })
    },
  },
]

test.each(triggered)('$name starts it, once', async ({ name, trigger, not, does }) => {
  const id = await desk.on({ name, trigger, actions: send(`started by ${name}: {member.tag}`) })
  await not?.()
  await does()
  expect(textOf(await saying(market, `started by ${name}`))).not.toContain('{')
  const runs = (await desk.ended(1)).filter(run => run.automation_id === id)
  expect(runs).toMatchObject([{ state: 'done', step: 1 }])
})

test('nothing starts one that is off, and bots and Palisade start only those that ask for it', async () => {
  const off = await desk.save({ name: 'Off', actions: send('never') })
  expect(off.body).toMatchObject({ automation: { on: false } })
  await desk.on({ name: 'Answer', trigger: { channels: [general] }, actions: [{ kind: 'reply', text: 'answered' }] })
  const { id } = await harness.as('member1').say(general, 'Hello')
  await until('the answer', () => said(general).find(one => one.message_reference?.message_id === id))
  await desk.ended(1)
  expect(desk.runs()).toHaveLength(1)
})

interface Asked {
  condition: NonNullable<Posted['conditions']>[number]
  yes: string
  no: string
}

test('each condition about the message lets through what it describes, and nothing else', async () => {
  const asked: Asked[] = [
    { condition: { kind: 'contains', words: ['for sale', 'swap'] }, yes: 'A saw, FOR  sale!', no: 'swapping forsale' },
    { condition: { kind: 'contains_none', words: ['swap'] }, yes: 'swapped', no: 'swap?' },
    { condition: { kind: 'length_from', count: 5 }, yes: 'saws!', no: 'saw' },
    { condition: { kind: 'length_to', count: 5 }, yes: 'saw', no: 'a saw!' },
    { condition: { kind: 'link' }, yes: 'see https://example.com', no: 'see example' },
    { condition: { kind: 'no_link' }, yes: 'see example', no: 'see https://example.com' },
    { condition: { kind: 'mentions', count: 1 }, yes: `<@${harness.as('member2').userId}>`, no: '@everyone' },
    { condition: { kind: 'no_file' }, yes: 'no file', no: 'file' },
    { condition: { kind: 'file' }, yes: 'file', no: 'no file' },
  ]
  for (const { condition, yes, no } of asked) {
    const id = await desk.on({
      name: 'Asks',
      trigger: { channels: [general] },
      conditions: [condition],
      actions: [{ kind: 'react', emoji: '👀' }],
    })
    const files = (text: string) => (text === 'file' ? [new File(['x'], 'x.txt')] : [])
    const out = await harness.as('member1').say(general, no, {}, files(no))
    const through = await harness.as('member1').say(general, yes, {}, files(yes))
    const seen = ({ id: messageId }: { id: string }) =>
      harness.sandbox.context.world.reactions.get(messageId)?.size ?? 0
    await until(`${condition.kind} to let ${yes} through`, () => seen(through) === 1)
    expect({ condition, reactions: seen(out) }).toEqual({ condition, reactions: 0 })
    await desk.owner.call('DELETE', desk.under(`/${id}`))
  }
})

test('each condition about the member and the channel does the same', async () => {
  await give('member2')
  await until('the role to be known', () =>
    guild()?.members.cache.get(harness.as('member2').userId)?.roles.cache.has(roleId),
  )
  const name = guild()?.members.cache.get(harness.as('member2').userId)?.displayName ?? ''
  const both: [
    Posted['conditions'] extends infer C ? (NonNullable<C> extends readonly (infer O)[] ? O : never) : never,
    'member2' | 'member3' | undefined,
  ][] = [
    [{ kind: 'has_role', role_id: roleId }, 'member2'],
    [{ kind: 'lacks_role', role_id: roleId }, 'member3'],
    [{ kind: 'name', words: [name] }, 'member2'],
    [{ kind: 'joined_less', count: 1, unit: 'minutes' }, undefined],
    [{ kind: 'account_less', count: 1, unit: 'hours' }, undefined],
    [{ kind: 'channel_not', channels: [general] }, undefined],
  ]
  for (const [condition, wanted] of both) {
    const id = await desk.on({ name: 'Asks', conditions: [condition], actions: [{ kind: 'react', emoji: '👀' }] })
    const last = await desk.on({
      name: 'After',
      conditions: [{ kind: 'contains', words: ['done'] }],
      actions: [{ kind: 'react', emoji: '✅' }],
    })
    const messages = {
      member2: await harness.as('member2').say(general, 'hi'),
      member3: await harness.as('member3').say(general, 'hi'),
    }
    const mark = await harness.as('member2').say(general, 'done')
    const emojis = (messageId: string) => [...(harness.sandbox.context.world.reactions.get(messageId)?.keys() ?? [])]
    await until('what came after to be judged', () => emojis(mark.id).includes('✅'))
    if (wanted)
      await until(`${condition.kind} to let ${wanted} through`, () => emojis(messages[wanted].id).includes('👀'))
    const others = (['member2', 'member3'] as const).filter(login => login !== wanted)
    expect({ condition, seen: others.flatMap(login => emojis(messages[login].id)) }).toEqual({ condition, seen: [] })
    for (const one of [id, last]) await desk.owner.call('DELETE', desk.under(`/${one}`))
  }
  for (const condition of [
    { kind: 'joined_more', count: 1, unit: 'days' },
    { kind: 'account_more', count: 1, unit: 'days' },
    { kind: 'channel_is', channels: [general] },
  ] satisfies Posted['conditions']) {
    const id = await desk.on({ name: 'Asks', conditions: [condition], actions: [{ kind: 'react', emoji: '👀' }] })
    const { id: messageId } = await harness.as('member3').say(general, 'hi')
    await until(
      `${condition.kind} to let it through`,
      () => harness.sandbox.context.world.reactions.get(messageId)?.size,
    )
    await desk.owner.call('DELETE', desk.under(`/${id}`))
  }
})

test('all conditions must be true, or any of them', async () => {
  const conditions = [
    { kind: 'contains', words: ['saw'] },
    { kind: 'contains', words: ['clamp'] },
  ]
  await desk.on({ name: 'All', matches: 'all', conditions, actions: [{ kind: 'react', emoji: '🅰️' }] })
  await desk.on({ name: 'Any', matches: 'any', conditions, actions: [{ kind: 'react', emoji: '🅱️' }] })
  const one = await harness.as('member1').say(general, 'a saw')
  const both = await harness.as('member1').say(general, 'a saw and a clamp')
  const on = (id: string) => [...(harness.sandbox.context.world.reactions.get(id)?.keys() ?? [])].toSorted()
  await until('both to be judged', () => on(both.id).length === 2)
  expect(on(one.id)).toEqual(['🅱️'])
})

test('a message is copied with its author and picture, then deleted, and its author gets a message', async () => {
  await desk.on({
    name: 'Move sale offers',
    trigger: { channels: [general] },
    conditions: [{ kind: 'contains', words: ['selling'] }],
    actions: [
      { kind: 'copy', channel_id: market },
      { kind: 'delete' },
      { kind: 'dm', text: 'Hello {member.name}, offers live in <#1>. You wrote: {message}' },
    ],
  })
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { id } = await harness
    .as('member1')
    .say(general, 'Selling my old band saw', {}, [new File([pixel], 'saw.png', { type: 'image/png' })])
  await until('it to be gone', () => !harness.messages(general).some(one => one.id === id))
  const copy = await saying(market, 'Selling my old band saw')
  expect(copy.embeds[0]?.author?.name).toBe(guild()?.members.cache.get(harness.as('member1').userId)?.displayName)
  expect([...copy.attachments, copy.embeds[0]?.image].filter(Boolean).length).toBeGreaterThan(0)
  const told = await until('the author to be written to', () =>
    directMessagesTo(harness, harness.as('member1').userId).at(-1),
  )
  // The message was gone by then, and a typed mention still pings nobody.
  expect(told.content).toMatch(/^Hello .+, offers live in <#1>\. You wrote: /)
  expect(await desk.ended(1)).toMatchObject([{ state: 'done', step: 3 }])
})

test('roles are given and taken, threads opened, members warned, timed out, kicked and banned as cases', async () => {
  await take('member6').catch(() => undefined)
  await desk.on({
    name: 'Role',
    conditions: [{ kind: 'contains', words: ['trade'] }],
    actions: [
      { kind: 'give_role', role_id: roleId },
      { kind: 'thread', text: 'Trade of {member.name}' },
    ],
  })
  const { id } = await harness.as('member6').say(general, 'trade')
  await until('the role', () => rolesOf('member6').includes(roleId))
  await until('the thread', () => harness.sandbox.context.world.channels.get(id)?.channel)
  await desk.on({
    name: 'No role',
    conditions: [{ kind: 'contains', words: ['stop'] }],
    actions: [{ kind: 'take_role', role_id: roleId }],
  })
  await harness.as('member6').say(general, 'stop')
  await until('the role to be gone', () => !rolesOf('member6').includes(roleId))
  for (const kind of ['warn', 'timeout', 'kick', 'ban'] as const) {
    await desk.on({
      name: kind,
      conditions: [{ kind: 'contains', words: [`${kind}me`] }],
      actions: [{ kind, text: 'Asked for it', minutes: 5 }],
    })
    const login = kind === 'kick' ? 'member7' : kind === 'ban' ? 'member8' : 'member6'
    await harness.as(login).say(general, `${kind}me`)
    const cases = () =>
      harness.product.services.db.$client
        .prepare("SELECT kind, source FROM moderation_cases WHERE source = 'automation'")
        .all() as { kind: string }[]
    await until(`the case of ${kind}`, () => cases().some(one => one.kind === kind))
  }
  const kicked = harness.as('member7').userId
  await until('one to be kicked', () => state()?.members.has(kicked) === false)
  await until('one to be banned', () => state()?.bans.has(harness.as('member8').userId))
  const muted = state()?.members.get(harness.as('member6').userId)?.communication_disabled_until
  expect(Date.parse(muted ?? '')).toBeGreaterThan(Date.now())
})
