// @module-tag long
import { AttachmentBuilder, Client, Events, GatewayIntentBits, RESTEvents, type TextChannel } from 'discord.js'
import { expect, test } from 'vitest'
import { loginBot, startSandbox } from '#test/sandbox.ts'
import type { RunningSandbox } from './server.ts'

const { Guilds, GuildMembers, GuildMessages, MessageContent } = GatewayIntentBits
const everything = [Guilds, GuildMembers, GuildMessages, MessageContent]

const login = (sandbox: RunningSandbox, intents = everything) => loginBot(sandbox, intents)

function next<T>(subscribe: (resolve: (value: T) => void) => void): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  subscribe(resolve)
  return promise
}

const general = (client: Client<true>) =>
  client.channels.cache.find((channel): channel is TextChannel => 'name' in channel && channel.name === 'general')

function chat(client: Client<true>): TextChannel {
  const channel = general(client)
  if (!channel) throw new Error('the demo world has no channel called general')
  return channel
}

/** A REST request of a member's client. */
async function as(sandbox: RunningSandbox, who: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${sandbox.api}/v10${path}`, {
    method,
    headers: { authorization: sandbox.tokenOf(who), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: response.status === 204 ? undefined : ((await response.json()) as never) }
}

test('a bot logs in and finds the servers it is in, without their member lists', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  expect(client.user.username).toBe('Palisade')
  const guild = client.guilds.cache.find(each => each.name === 'Tidewater Makers')
  expect(guild?.members.cache.size).toBeLessThan(guild?.memberCount ?? 0)
  expect((await guild?.members.fetch())?.size).toBe(guild?.memberCount)
  expect(sandbox.violations()).toEqual([])
})

test('a wrong token and intents that are switched off are refused as Discord refuses them', async () => {
  const sandbox = await startSandbox()
  const stranger = new Client({ intents: [], rest: { api: sandbox.api } })
  await expect(stranger.login('wrong')).rejects.toThrow('An invalid token was provided')
  const application = sandbox.context.world.applications.values().next().value
  if (application) application.privilegedIntents = 0
  await expect(login(sandbox)).rejects.toThrow('disallowed intents')
})

test('a member’s message reaches the bot, and its text only with the intent', async () => {
  const sandbox = await startSandbox()
  const seeing = await login(sandbox)
  const blind = await login(sandbox, [Guilds, GuildMessages])
  const seen = next<string>(resolve => seeing.once(Events.MessageCreate, ({ content }) => resolve(content)))
  const unseen = next<string>(resolve => blind.once(Events.MessageCreate, ({ content }) => resolve(content)))
  await as(sandbox, 'member1', 'POST', `/channels/${chat(seeing).id}/messages`, { content: 'low tide at six' })
  expect(await seen).toBe('low tide at six')
  expect(await unseen).toBe('')
})

test('after a dropped connection the bot resumes and gets what it missed', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  const contents: string[] = []
  client.on(Events.MessageCreate, ({ content }) => contents.push(content))
  const resumed = next<number>(resolve => client.once(Events.ShardResume, (_id, replayed) => resolve(replayed)))
  expect(sandbox.gateway.drop(4000)).toBe(1)
  await as(sandbox, 'member1', 'POST', `/channels/${chat(client).id}/messages`, { content: 'while you were away' })
  expect(await resumed).toBeGreaterThan(0)
  expect(contents).toEqual(['while you were away'])
})

test('a session that Discord invalidates is started again', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  const before = sandbox.gateway.status()
  const again = next<void>(resolve => client.once(Events.ShardReady, () => resolve()))
  sandbox.gateway.invalidate(false)
  await again
  expect(sandbox.gateway.status()).toEqual(before)
})

test('a bot that is asked to reconnect resumes', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  const resumed = next<void>(resolve => client.once(Events.ShardResume, () => resolve()))
  sandbox.gateway.reconnect()
  await resumed
  expect(sandbox.gateway.status().sessions).toBe(1)
})

test('a bot that writes faster than its bucket allows waits, and all messages arrive', async () => {
  const sandbox = await startSandbox({
    conditions: {
      rateLimits: {
        enabled: true,
        globalPerSecond: 50,
        routes: { 'POST /channels/:channel_id/messages': { limit: 2, windowMs: 300 } },
      },
    },
  })
  const client = await login(sandbox)
  let waits = 0
  client.rest.on(RESTEvents.RateLimited, () => (waits += 1))
  await Promise.all(['one', 'two', 'three', 'four', 'five'].map(content => chat(client).send(content)))
  const sent = [...(sandbox.context.world.channels.get(chat(client).id)?.messages.values() ?? [])]
  expect(sent.slice(-5).map(({ content }) => content)).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(waits).toBeGreaterThan(0)
})

test('planned failures are answered once each, and discord.js gets through', async () => {
  const sandbox = await startSandbox({ conditions: { failNext: { count: 2, status: 503, route: 'POST /channels' } } })
  const client = await login(sandbox)
  await chat(client).send('third time lucky')
  const posts = sandbox.requests().filter(({ method }) => method === 'POST')
  expect(posts.map(({ status }) => status)).toEqual([503, 503, 200])
})

test('an uploaded file comes back from the CDN', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  const file = new AttachmentBuilder(Buffer.from('tides of the week'), { name: 'tides.txt' })
  const message = await chat(client).send({ content: 'here', files: [file] })
  const url = message.attachments.first()?.url ?? ''
  expect(url.startsWith(`${sandbox.url}/cdn/attachments/`)).toBe(true)
  expect(await (await fetch(url)).text()).toBe('tides of the week')
})

test('a request that the sandbox does not know is a violation', async () => {
  const sandbox = await startSandbox()
  const client = await login(sandbox)
  await expect(client.rest.get('/guilds/1/horoscope')).rejects.toThrow('404: Not Found')
  await client.rest.post(`/channels/${chat(client).id}/messages`, { body: { content: 'hi', sparkle: 'much' } })
  expect(sandbox.violations().map(({ kind, problem }) => `${kind}: ${problem}`)).toEqual(
    expect.arrayContaining([
      'unknown route: no such route here',
      "ignored field: 'sparkle' of the body was not looked at",
    ]),
  )
})
