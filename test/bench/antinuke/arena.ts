import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { GuildFeature, WebhookType } from 'discord-api-types/v10'
import { type Conditions, defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import { createSandbox, type RunningSandbox } from '#sandbox/server.ts'
import { userToken } from '#sandbox/tokens.ts'
import { addAccount, addMember } from '#sandbox/world/seed/draft.ts'
import { communityWorld } from '#sandbox/world/seed/community/world.ts'
import type { GuildState } from '#sandbox/world/state.ts'
import { createVisitor, type Visitor } from '../../visitor.ts'
import { type GatewayLink, openGatewayLink } from './gateway-link.ts'
import { createDelays, onWayHome, type Profile, profiles } from './profiles.ts'

/** The size of the attacked server. */
export interface Size {
  channels: number
  roles: number
  members: number
  /** Additional members without roles who have been inactive for a long time. */
  inactive?: number
}

/** A request with which a measured bot changed something, as recorded by probe.js. Times are Unix ms. */
export interface Sent {
  method: string
  path: string
  receivedAt?: number
  /** CPU time that the bot's thread used for it (ms). */
  cpuMs?: number
  sentAt: number
}

/** A large server that is about to be attacked, and the connections to it. */
export interface Arena {
  sandbox: RunningSandbox
  link: GatewayLink
  guildId: string
  state: GuildState
  /** The account of the bot that is measured. */
  botId: string
  env: Record<string, string>
  /** Administrators who turn hostile, and somebody without roles who helps them. */
  hostile: readonly string[]
  puppet: string
  token(userId: string): string
  userId(login: string): string
  /** The measured bot's token, as it sends it. */
  botToken(called: string): string
  owner(): Promise<Visitor>
  /** Applies the latencies of a profile from now on. */
  slowDown(profile: Profile, seed: number): void
  sent(): Sent[]
  query<T>(sql: string): T[]
  close(): Promise<void>
}

/** Features of a server with enough boosts. */
const boosted = [GuildFeature.RoleIcons, GuildFeature.EnhancedRoleColors]

const made = '2023-01-05T00:00:00Z'
const attackers = 10

function createSeed(size: Size, seed: number) {
  const categories = Math.max(3, Math.round(size.channels / 12))
  const world = communityWorld(seed, { ...size, categories, bans: 10, events: 5 })
  const [state] = world.guilds.values()
  if (!state) throw new Error('a community has a server')
  // Without these, nobody could restore the icons and second colors of roles.
  state.guild.features.push(...boosted)
  const admin = [...state.roles.values()].find(({ name }) => name === 'Admin')?.id ?? ''
  const add = (login: string, roles: string[]) => {
    const { id } = addAccount(world, { login, username: login, created: made }).user
    addMember(state, id, made, roles)
    return id
  }
  for (let place = 0; place < (size.inactive ?? 0); place += 1) {
    const id = add(`away${place}`, [])
    const account = world.accounts.get(id)
    if (account) account.lastActive = 0
  }
  const hostile = Array.from({ length: attackers }, (_, place) => add(`hostile${place}`, [admin]))
  // Discord reveals the followed channel only while the follower's creator can see it; without that, nobody could
  // restore it.
  const owner = world.accounts.get(state.guild.owner_id)
  if (owner)
    for (const hook of state.webhooks.values()) if (hook.type === WebhookType.ChannelFollower) hook.user = owner.user
  return { world, state, hostile, puppet: add('puppet', []) }
}

/** @param record whether to record everything that happens, so that it can be replayed */
export async function openArena(
  size: Size,
  seed: number,
  conditions: Partial<Conditions> = {},
  record = false,
): Promise<Arena> {
  const { world, state, hostile, puppet } = createSeed(size, seed)
  const sandbox = await createSandbox({
    world,
    record,
    conditions: { ...structuredClone(defaultConditions), identifyEveryMs: 0, ...conditions },
  })
  const folder = mkdtempSync(join(tmpdir(), 'nukebench-'))
  const probe = join(folder, 'probe.jsonl')
  const dashboard = new URL(`http://127.0.0.1:${await freePort(0)}`)
  const application = applicationOf(sandbox)
  application.redirectUris.push(new URL('/api/login/callback', dashboard).href)
  let delays = createDelays(profiles.ideal, seed)
  const link = await openGatewayLink(new URL(sandbox.url), () => delays.gateway())
  const current = sandbox.context.conditions
  current.gatewayAddress = link.address
  // A new delay for each entry.
  Object.defineProperty(current, 'auditLagMs', { get: () => delays.audit(), enumerable: true })

  return {
    sandbox,
    link,
    guildId: state.guild.id,
    state,
    botId: application.botUserId,
    env: {
      ...environmentFor(sandbox, folder),
      LOG_LEVEL: 'info',
      PUBLIC_URL: dashboard.href,
      PORT: dashboard.port,
      NUKEBENCH_PROBE: probe,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'probe.js')}`,
    },
    hostile,
    puppet,
    token: userId => userToken(world.seed, userId),
    userId: login => [...world.accounts.values()].find(one => one.login === login)?.user.id ?? '',
    botToken: called => `Bot ${applicationOf(sandbox, called).token}`,
    async owner() {
      const owner = createVisitor(sandbox, dashboard)
      await owner.signIn('owner')
      return owner
    },
    slowDown(profile, itsSeed) {
      delays = createDelays(profile, itsSeed)
      current.latency = profile.rest
      current.latencyOnWayHome = onWayHome
    },
    sent: () => {
      try {
        const lines = readFileSync(probe, 'utf8').split('\n').filter(Boolean)
        return lines.map(line => JSON.parse(line) as Sent)
      } catch {
        return []
      }
    },
    query<T>(sql: string): T[] {
      const db = new Database(join(folder, 'palisade.sqlite'), { readonly: true })
      try {
        return db.prepare<unknown[], T>(sql).all()
      } finally {
        db.close()
      }
    },
    async close() {
      await sandbox.close()
      await link.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Waits until a bot has sent no request for a given time. @returns whether that happened within the limit */
export async function quiet({ sandbox }: Arena, ms: number, limitMs: number): Promise<boolean> {
  const last = () => sandbox.requests().findLast(({ caller }) => caller === 'bot')?.at ?? 0
  const begun = Date.now()
  while (Date.now() - Math.max(last(), begun) < ms) {
    if (Date.now() - begun > limitMs) return false
    await rest(50)
  }
  return true
}
