import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import { afterAll } from 'vitest'
import { forgetGuild } from '#kernel/guilds/forget.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { emitToUser } from '#sandbox/world/emit.ts'
import { guildCreatePayload } from '#sandbox/world/guild/view.ts'
import type { ChannelState, GuildState, World } from '#sandbox/world/state.ts'
import { createHarness, type Harness, type HarnessOptions } from './harness.ts'
import { memberOf } from './member.ts'
import { until } from './until.ts'

interface Server {
  guild: GuildState
  channels: ChannelState[]
}

/** A server with its channels in its current state. */
function serverOf(world: World, guildId: string): Server {
  const guild = world.guilds.get(guildId)
  if (!guild) throw new Error(`no server ${guildId}`)
  return { guild, channels: [...guild.channelIds].flatMap(id => world.channels.get(id) ?? []) }
}

/** A copy of a value with other ids in all of its texts. */
function renamed(value: unknown, named: (text: string) => string): unknown {
  if (typeof value === 'string') return named(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(one => renamed(one, named))
  if (value instanceof Set) return new Set([...value].map(one => renamed(one, named)))
  if (value instanceof Map)
    return new Map([...value].map(([key, one]) => [renamed(key, named), renamed(one, named)] as const))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, named)]))
}

/**
 * A copy of the server's original state. Its ids, except for those of people and files, come shortly after the
 * original's.
 */
function copyOf(server: Server, world: World, place: number): Server {
  const isShared = (id: string) =>
    world.accounts.has(id) || world.applications.has(id) || world.attachments.has(id) || world.uploads.has(id)
  const named = (text: string) =>
    text.replaceAll(/\b\d{17,20}\b/g, id => (isShared(id) ? id : String(BigInt(id) + BigInt(place))))
  return renamed(server, named) as Server
}

/**
 * Removes a server and all messages in it and in private from the world, and erases what the bot has stored about it.
 */
async function remove({ product, sandbox, botId }: Harness, guildId: string): Promise<void> {
  const { world } = sandbox.context
  world.guilds.delete(guildId)
  emitToUser(sandbox.context, botId, Event.GuildDelete, { id: guildId })
  await until('the bot to have left', () => !product.services.client.guilds.cache.has(guildId))
  for (const [id, channel] of world.channels) {
    if (channel.guildId === guildId) world.channels.delete(id)
    else if (channel.guildId === undefined) channel.messages.clear()
  }
  world.ephemerals.clear()
  world.interactions.clear()
  forgetGuild(product.services, guildId)
}

async function add({ product, sandbox, botId: userId }: Harness, { guild, channels }: Server): Promise<void> {
  const { world } = sandbox.context
  const { id } = guild.guild
  world.guilds.set(id, guild)
  for (const channel of channels) world.channels.set(channel.channel.id, channel)
  const payload = guildCreatePayload(sandbox.context, id, { members: 'self-and-voice', userId })
  emitToUser(sandbox.context, userId, Event.GuildCreate, payload)
  await until('the bot to be there', () => product.services.client.guilds.cache.has(id))
}

/** The harness for a test about one server that begins now. */
function inServer(app: Harness, guildId: string): Harness {
  const { sandbox } = app
  const { world } = sandbox.context
  const logged = app.logged.length
  const asked = sandbox.requests().at(-1)
  const place = { sandbox, applicationId: applicationOf(sandbox).id, guildId }
  return {
    ...app,
    guildId,
    get product() {
      return app.product
    },
    get logged() {
      return app.logged.slice(logged)
    },
    sandbox: {
      ...sandbox,
      requests() {
        const all = sandbox.requests()
        return asked ? all.slice(all.lastIndexOf(asked) + 1) : all
      },
    },
    as: login => memberOf(place, login),
    close: () => Promise.reject(new Error('the harness is the whole file’s')),
    channel(name) {
      const ids = [...(world.guilds.get(guildId)?.channelIds ?? [])]
      const found = ids.find(id => world.channels.get(id)?.channel.name === name)
      if (found === undefined) throw new Error(`no channel ${name}`)
      return found
    },
  }
}

/**
 * For files whose tests need a server in which nothing has happened: product and sandbox are started once for all of
 * them, and every call gives a test a fresh copy of the demo's server under other ids. The previous test's server is
 * gone, also from the database, and Discord's conditions are reset. Tests about several servers or about accounts, and
 * tests that start with another process, need a harness of their own.
 */
export function serverPerTest(options: HarnessOptions = {}): () => Promise<Harness> {
  let app: Harness | undefined
  let first: Server | undefined
  let guildId = ''
  let servers = 0
  let conditions = {}
  afterAll(() => app?.close())
  return async () => {
    if (!app || !first) {
      app = await createHarness({ writesPerMinute: 10_000, ...options })
      ;({ guildId } = app)
      first = structuredClone(serverOf(app.sandbox.context.world, guildId))
      conditions = structuredClone(app.sandbox.context.conditions)
      return inServer(app, guildId)
    }
    const { context } = app.sandbox
    Object.assign(context.conditions, { failNext: undefined }, structuredClone(conditions))
    await remove(app, guildId)
    const next = copyOf(first, context.world, (servers += 1))
    guildId = next.guild.guild.id
    await add(app, next)
    return inServer(app, guildId)
  }
}
