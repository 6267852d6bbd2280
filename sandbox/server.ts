import Fastify from 'fastify'
import { createClock } from './clock.ts'
import { defaultConditions, type Conditions } from './conditions.ts'
import type { Sandbox } from './context.ts'
import { mountControl } from './control/control.ts'
import { createTroubles } from './control/trouble.ts'
import { mountCdn } from './cdn/cdn.ts'
import { mountUnicodeEmoji } from './cdn/unicode-emoji.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { createGrants } from './oauth/grants.ts'
import { mountAuthorizePage } from './oauth/page/mount.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { mountApi } from './rest/api.ts'
import { discoverRoutes } from './rest/discover.ts'
import { createRequestLog, type RequestLog, type RequestRecord, type Violation } from './rest/request-log.ts'
import { loginRoutes } from './rest/login.ts'
import { readDocument } from './rest/openapi/check.ts'
import { createRateLimits } from './rest/rate-limits.ts'
import type { Recording } from './recording/recording.ts'
import { thaw } from './recording/recording.ts'
import { createReplay, type Replay } from './recording/replay.ts'
import { createTape, type Tape } from './recording/act-log.ts'
import { createRandom, createSnowflakes } from './snowflake.ts'
import { mountStage } from './stage-files.ts'
import { userToken } from './tokens.ts'
import { createWorld } from './world/create.ts'
import { awaitWhatIsDue } from './world/scheduled-changes.ts'
import type { World } from './world/state.ts'

export interface SandboxOptions {
  /** The port to listen on; 0, the default, takes a free one. */
  port?: number
  /** '127.0.0.1' by default. */
  host?: string
  seed?: number
  /** The demo world by default. */
  world?: World
  conditions?: Partial<Conditions>
  /**
   * A file with Discord's API description; every request and answer is then checked against it. `DISCORD_OPENAPI` by
   * default.
   */
  openapiFile?: string | undefined
  /** Starts in the world and at the time of a recording; `play` then repeats what was done in it. */
  replay?: Recording
  /** Records from the start. */
  record?: boolean
  /** Where the product's dashboard is, for the stage's link to it. */
  dashboardUrl?: string | undefined
}

/** A running sandbox. */
export interface RunningSandbox {
  /** 'http://127.0.0.1:3100' */
  url: string
  /** The base of the REST API without the version, as discord.js's `rest.api` expects it. */
  api: string
  context: Sandbox
  gateway: Gateway
  /**
   * Everything a client did that is unknown to the sandbox or to Discord's API description. A test with a violation
   * fails.
   */
  violations(): readonly Violation[]
  /** REST requests so far, oldest first. */
  requests(): readonly RequestRecord[]
  /** The member's token of a demo account: 'owner', 'member1'. */
  tokenOf(login: string): string
  tape: Tape
  /** The replay of the recording that the sandbox was started with. */
  replay: Replay | undefined
  /** Moves the world's clock forward (ms) and runs everything that becomes due. */
  advance(ms: number): void
  close(): Promise<void>
}

const crash = (where: string, error: unknown): Omit<Violation, 'at'> => ({
  kind: 'crash',
  where,
  problem: error instanceof Error ? `${error.stack}` : String(error),
})

/** The bit of an id that marks ids generated during a replay rather than taken from the recording. */
const inReplay = 1n << 21n

/** Replaces a world's contents by those of a fresh one; the object stays the same. */
function refill(world: World, fresh: World): void {
  const parts = new Map<string, unknown>(Object.entries(fresh))
  for (const [name, part] of Object.entries(world)) {
    const contents = parts.get(name)
    if (!(part instanceof Map) || !(contents instanceof Map)) continue
    part.clear()
    for (const [key, value] of contents) part.set(key, value)
  }
}

/** Starts a Discord on one port of this machine: REST, gateway, OAuth2, CDN, control API and the stage. */
export async function createSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1', dashboardUrl } = options
  const openapiFile = options.openapiFile ?? process.env['DISCORD_OPENAPI']
  const demo = () => createWorld({ kind: 'demo', ...(options.seed === undefined ? {} : { seed: options.seed }) })
  const replay = options.replay && createReplay(options.replay, ms => clock.advance(ms))
  const world = options.world ?? (options.replay ? thaw(options.replay) : demo())
  const conditions: Conditions = {
    ...structuredClone(defaultConditions),
    ...structuredClone(options.replay?.conditions),
    ...options.conditions,
  }
  const requestLog: RequestLog = createRequestLog(() => clock.now(), conditions)
  const clock = createClock(error => requestLog.violate(crash('a delayed task', error)), options.replay?.startedAt)
  let origin = ''
  let random = createRandom(world.seed)
  const fresh = createSnowflakes(clock.now)
  const tape = createTape({
    world,
    conditions,
    now: clock.now,
    // So that it is never an id that the recording will use for something else.
    nextId: replay ? () => (BigInt(fresh()) | inReplay).toString() : fresh,
    random: stream => random(stream),
    replayed: replay,
  })
  const context: Sandbox = {
    world,
    conditions,
    emit: dispatch => gateway.emit(dispatch),
    now: clock.now,
    nextId: tape.nextId,
    random: tape.random,
    later: (delayMs, task) => clock.later(delayMs, tape.later(task)),
    origin: () => origin,
  }
  const document = openapiFile ? readDocument(openapiFile) : undefined
  const gateway = createGateway(context, requestLog, tape, document)
  const grants = createGrants(world.seed, clock.now)
  awaitWhatIsDue(context)
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    // The router compares '@me' before it decodes, and some clients encode the sign.
    rewriteUrl: ({ url = '/' }) => url.replaceAll('%40', '@'),
  })
  const routes = [...(await discoverRoutes()), ...gateway.routes, ...loginRoutes, ...oauthRoutes(grants)]
  const rateLimits = createRateLimits(conditions, clock.now)
  await mountApi(app, { sandbox: context, grants, requestLog, rateLimits, tape, document }, routes)
  mountAuthorizePage(app, context)
  mountCdn(app, context)
  mountUnicodeEmoji(app)
  const troubles = await createTroubles(context, gateway, (name, error) =>
    requestLog.violate(crash(`trouble ${name}`, error)),
  )
  const reset = () => {
    if (options.world ?? options.replay) return false
    troubles.stopAll()
    clock.clear()
    // Redirect addresses belong to the developer portal and cause no events in the world.
    const portal = new Map([...world.applications].map(([id, { redirectUris }]) => [id, redirectUris]))
    refill(world, demo())
    for (const [id, application] of world.applications)
      application.redirectUris = portal.get(id) ?? application.redirectUris
    awaitWhatIsDue(context)
    random = createRandom(world.seed)
    Object.assign(conditions, structuredClone(defaultConditions), options.conditions)
    requestLog.clear()
    if (tape.recording()) tape.record()
    gateway.invalidate(false)
    return true
  }
  await mountControl(app, { sandbox: context, gateway, requestLog, clock, troubles, tape, dashboardUrl, reset })
  if (options.record) tape.record()
  await mountStage(app)
  gateway.attach(app.server)
  await app.listen({ port, host })
  const address = app.server.address()
  const bound = typeof address === 'object' ? address?.port : undefined
  origin = `http://${host === '0.0.0.0' ? 'localhost' : host}:${bound ?? port}`

  return {
    url: origin,
    api: `${origin}/api`,
    context,
    gateway,
    tape,
    replay,
    violations: requestLog.violations,
    requests: requestLog.requests,
    tokenOf(login) {
      for (const [id, account] of world.accounts) if (account.login === login) return userToken(world.seed, id)
      throw new Error(`no account '${login}' in this world`)
    },
    advance(ms) {
      const act = tape.begin({
        by: 'others',
        via: 'control',
        method: 'POST',
        path: '/clock',
        body: JSON.stringify({ advance_ms: ms }),
        contentType: 'application/json',
      })
      tape.within(act, () => clock.advance(ms))
    },
    async close() {
      troubles.stopAll()
      clock.clear()
      gateway.close()
      await app.close()
    },
  }
}
