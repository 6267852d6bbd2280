import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIMessage } from 'discord-api-types/v10'
import { features as everyFeature } from '#features/index.ts'
import { parseConfig } from '#kernel/config.ts'
import type { Feature } from '#kernel/feature.ts'
import { createProduct, type Product } from '#kernel/kernel.ts'
import { createLog } from '#kernel/log.ts'
import { defaultConditions } from '#sandbox/conditions.ts'
import type { RunningSandbox, SandboxOptions } from '#sandbox/server.ts'
import { createWatchedSandbox } from './watched-sandbox.ts'
import { applicationOf, environmentFor, guildsOfOwner } from '#sandbox/demo/environment.ts'
import { type Member, memberOf, textOf } from './member.ts'
import { writeMigratedDatabase } from './migrated-database.ts'
import { scratch } from './scratch.ts'
import { withoutTimeLimits } from './without-time-limits.ts'
import { until } from './until.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export interface Harness {
  sandbox: RunningSandbox
  product: Product
  /** The demo guild that has the bot and belongs to `owner`. */
  guildId: string
  botId: string
  /** The lines that the product has logged, in JSON. */
  logged: readonly string[]
  channel(name: string): string
  as(login: string): Member
  /** Everything in a channel, oldest first; the bot's answers are here. */
  messages(channelId: string): APIMessage[]
  /** The bot's first message in the channel after this one, except for replies to somebody else. */
  answerTo(message: { id: string; channel_id: string }): Promise<APIMessage>
  /** Sends a message as somebody. @param channelId #general by default @returns the text of the bot's answer */
  answer(login: string, content: string, channelId?: string): Promise<string>
  /**
   * Resolves once the bot has received the events of everything so far: they may arrive after the answer to the request
   * that caused them.
   */
  heard(): Promise<void>
  /** The ephemeral answers that only this account sees, oldest first. */
  shownTo(login: string): APIMessage[]
  /** A browser without an account. */
  visitor(): Visitor
  /** A browser that a demo account has signed in with. */
  signIn(login: string): Promise<Visitor>
  /** Stops the product and starts it again on the same data. */
  restart(): Promise<void>
  /** Stops everything. @throws Error when the bot did something that is not part of Discord's API */
  close(): Promise<void>
}

export interface HarnessOptions {
  sandbox?: SandboxOptions
  features?: readonly Feature[]
  now?: () => number
  env?: Record<string, string>
  /** Where pictures of other sites may be fetched, instead of the public web. */
  mayReach?: (address: string, port: number) => boolean
  /** How many changes a person may make per minute, instead of the usual 120. */
  writesPerMinute?: number
  /** When to ask Discord again whether it accepts the token (ms), instead of after minutes. */
  tokenChecksAfterMs?: readonly number[]
  /** Checks the application's settings at Discord at the start, as a real process always does. */
  asksPortal?: true
}

let marks = 0

/** The real product against a fresh sandbox, both in this process, on free ports and a data folder of their own. */
export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  // With fake timers, nothing would ever start. A spy on fake timers restores them with each `vi.restoreAllMocks()`.
  if ('clock' in globalThis.setTimeout) throw new Error('a test before this one has left its fake timers behind')
  const dataDir = await mkdtemp(join(scratch, 'palisade-'))
  writeMigratedDatabase(dataDir)
  const openapiFile = process.env['DISCORD_OPENAPI']
  const sandbox = await createWatchedSandbox({
    ...(openapiFile && { openapiFile }),
    ...options.sandbox,
    // Discord accepts five messages in five seconds per channel; tests that are not about that should not wait.
    conditions: {
      ...withoutTimeLimits,
      rateLimits: { ...defaultConditions.rateLimits, enabled: false },
      ...options.sandbox?.conditions,
    },
  })
  const { world, conditions } = sandbox.context
  const logged: string[] = []
  const application = applicationOf(sandbox)
  const [home] = guildsOfOwner(sandbox)
  if (!home) throw new Error('the demo world has no guild of the owner with the bot')

  const start = async () => {
    const product = await createProduct({
      config: parseConfig({ ...environmentFor(sandbox, dataDir), ...options.env }),
      features: options.features ?? everyFeature,
      log: createLog('debug', [application.token], { write: line => void logged.push(line) }),
      ...(options.sandbox?.replay && { now: () => sandbox.context.now() }),
      ...(options.now && { now: options.now }),
      ...(options.mayReach && { mayReach: options.mayReach }),
      ...(options.writesPerMinute && { writesPerMinute: options.writesPerMinute }),
      ...(options.asksPortal && { asksPortal: true }),
      ...(options.tokenChecksAfterMs && { tokenChecksAfterMs: options.tokenChecksAfterMs }),
      ...(!conditions.rateLimits.enabled && { requestsPerSecond: Infinity }),
    })
    application.redirectUris.push(new URL('/api/login/callback', product.url).href)
    return product
  }
  const close = async () => {
    await harness.product.close()
    try {
      await sandbox.close()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  const messages = (channelId: string) => [...(world.channels.get(channelId)?.messages.values() ?? [])]
  const product = await start().catch(async (error: unknown) => {
    await sandbox.close()
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  const harness: Harness = {
    sandbox,
    product,
    guildId: home.guild.id,
    botId: application.botUserId,
    logged,
    messages,
    as: login => memberOf({ sandbox, applicationId: application.id, guildId: home.guild.id }, login),
    channel(name) {
      const found = [...home.channelIds].find(id => world.channels.get(id)?.channel.name === name)
      if (!found) throw new Error(`no channel ${name}`)
      return found
    },
    answerTo: message =>
      until(`an answer to message ${message.id}`, () =>
        messages(message.channel_id).find(
          ({ id, author, message_reference }) =>
            author.id === application.botUserId &&
            BigInt(id) > BigInt(message.id) &&
            (message_reference?.message_id ?? message.id) === message.id,
        ),
      ),
    async heard(this: Harness) {
      const { client } = harness.product.services
      const mark = { id: `mark-${(marks += 1)}`, guild_id: this.guildId }
      const { promise, resolve } = Promise.withResolvers<void>()
      const hear = ({ d }: { d: unknown }) => {
        if ((d as { id?: unknown } | null)?.id === mark.id) resolve()
      }
      client.on('raw', hear)
      // Every bot receives these events, and the library does not handle them.
      const audience = { userIds: [application.botUserId] }
      sandbox.gateway.emit({ type: 'GUILD_JOIN_REQUEST_UPDATE', data: mark, audience })
      await promise
      client.off('raw', hear)
    },
    // `serverPerTest` wraps the harness, so `this` may be another one.
    async answer(this: Harness, login: string, content: string, channelId = this.channel('general')) {
      return textOf(await this.answerTo(await this.as(login).say(channelId, content)))
    },
    shownTo: login =>
      [...world.ephemerals.values()]
        .filter(({ userId }) => world.accounts.get(userId)?.login === login)
        .map(({ message }) => message),
    visitor: () => createVisitor(sandbox, harness.product.url),
    async signIn(login) {
      const visitor = harness.visitor()
      await visitor.signIn(login)
      return visitor
    },
    async restart() {
      await harness.product.close()
      harness.product = await start()
    },
    close,
  }
  return harness
}
