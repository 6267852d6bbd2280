import { Client, Events, GatewayIntentBits, MessageFlags } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createWatchedSandbox } from '#test/watched-sandbox.ts'
import { until } from '#test/until.ts'
import { canView, silence } from './access.ts'
import { channelGroups } from './channels.ts'
import type { StageWorld } from './control.ts'
import { interactionType } from './interactions.ts'
import { type LiveChannel, listOf } from './model.ts'
import { openSession, type StageSession } from './session.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

const wait = <T>(look: () => T | undefined | false | null) => until('the session to know it', () => look() ?? undefined)

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not in this world')
  return value
}

async function start(): Promise<RunningSandbox> {
  const sandbox = await createWatchedSandbox()
  open.push(sandbox)
  return sandbox
}

async function signIn(sandbox: RunningSandbox, login: string): Promise<StageSession> {
  const world = (await (await fetch(`${sandbox.url}/sandbox/state`)).json()) as StageWorld
  const account = found(world.accounts.find(each => each.login === login))
  const session = await openSession(account, () => undefined, sandbox.url)
  open.push(session)
  await wait(() => session.live.get().me && session.live.get().awaited.length === 0)
  return session
}

function channel(session: StageSession, name: string): LiveChannel {
  return found(listOf(session.live.get().channels).find(each => each.name === name))
}

async function bot(sandbox: RunningSandbox): Promise<Client<true>> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
    rest: { api: sandbox.api },
  })
  open.push({ close: () => client.destroy() })
  const ready = new Promise<Client<true>>(resolve => client.once(Events.ClientReady, resolve))
  await client.login(applicationOf(sandbox).token)
  return ready
}

test("one account's messages, edits and deletions reach another at once", async () => {
  const sandbox = await start()
  const [owner, member] = [await signIn(sandbox, 'owner'), await signIn(sandbox, 'member1')]
  const general = channel(owner, 'general')
  const seen = () => member.live.get().history[general.id]?.messages.at(-1)

  const sent = await owner.rest.call<{ id: string }>('POST', `/channels/${general.id}/messages`, { content: 'hello' })
  await wait(() => seen()?.content === 'hello')
  expect(member.live.get().unread[general.id]).toBe(1)
  expect(owner.live.get().unread[general.id]).toBeUndefined()

  await owner.rest.call('PATCH', `/channels/${general.id}/messages/${sent.id}`, { content: 'hello again' })
  await wait(() => seen()?.content === 'hello again')

  await member.rest.call('PUT', `/channels/${general.id}/messages/${sent.id}/reactions/${encodeURIComponent('🎉')}/@me`)
  await wait(() => seen()?.reactions?.[0]?.me)

  await owner.rest.call('DELETE', `/channels/${general.id}/messages/${sent.id}`)
  await wait(() => seen()?.removed === 'Message deleted')
})

test('an account sees only the channels it may view, and why it cannot write', async () => {
  const sandbox = await start()
  const [owner, member] = [await signIn(sandbox, 'owner'), await signIn(sandbox, 'member1')]
  const log = channel(owner, 'mod-log')
  expect(canView(owner.live.get(), log.id, Date.now())).toBe(true)
  expect(canView(member.live.get(), log.id, Date.now())).toBe(false)
  const names = (session: StageSession) =>
    channelGroups(session.live.get(), log.guild_id ?? '', Date.now()).flatMap(group =>
      group.channels.map(each => each.channel.name),
    )
  expect(names(owner)).toContain('mod-log')
  expect(names(member)).not.toContain('mod-log')
  expect(silence(member.live.get(), channel(member, 'rules').id, Date.now())).toMatch(/permission to send/)
  expect(silence(member.live.get(), channel(member, 'general').id, Date.now())).toBeUndefined()
})

test('a refused request shows its reason in words', async () => {
  const sandbox = await start()
  const member = await signIn(sandbox, 'member1')
  await expect(
    member.rest.call('POST', `/channels/${channel(member, 'rules').id}/messages`, { content: 'x' }),
  ).rejects.toThrow('Missing Permissions')
})

test('a pressed button is answered, an ephemeral answer is seen by one person, and a missing answer is reported', async () => {
  const sandbox = await start()
  const client = await bot(sandbox)
  const [owner, member] = [await signIn(sandbox, 'owner'), await signIn(sandbox, 'member1')]
  const general = channel(owner, 'general')
  client.on(Events.InteractionCreate, interaction => {
    if (interaction.isButton() && interaction.customId === 'answers')
      void interaction.reply({ content: 'just for you', flags: MessageFlags.Ephemeral })
  })
  const posted = await client.rest.post(`/channels/${general.id}/messages`, {
    body: {
      content: 'press',
      components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Go', custom_id: 'answers' }] }],
    },
  })
  const { id } = posted as { id: string }
  await owner.interactions.start('key', {
    type: interactionType.component,
    application_id: client.application.id,
    guild_id: general.guild_id,
    channel_id: general.id,
    message_id: id,
    data: { component_type: 2, custom_id: 'answers' },
  })
  await wait(() => owner.live.get().history[general.id]?.messages.some(each => each.content === 'just for you'))
  expect(member.live.get().history[general.id]?.messages.map(each => each.content)).toEqual(['press'])
  expect(owner.interactions.state.get().outcomes).toEqual({})
})

test('a dropped connection resumes, and no event is lost', async () => {
  const sandbox = await start()
  const [owner, member] = [await signIn(sandbox, 'owner'), await signIn(sandbox, 'member1')]
  const general = channel(owner, 'general')
  sandbox.gateway.drop(4000)
  await wait(() => member.live.get().status.state !== 'up')
  await owner.rest.call('POST', `/channels/${general.id}/messages`, { content: 'meanwhile' })
  await wait(() => member.live.get().history[general.id]?.messages.at(-1)?.content === 'meanwhile')
  await wait(() => member.live.get().status.state === 'up')
  expect(member.live.get().history[general.id]?.messages).toHaveLength(1)
})
