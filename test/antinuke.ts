import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import antinuke from '#features/antinuke/contract.ts'
import { type Incident, incidentsIn } from '#features/antinuke/incidents/incidents.ts'
import { noteJoined } from '#features/antinuke/engine/membership.ts'
import { rosterOf } from '#features/antinuke/engine/roster.ts'
import type { Patch } from '#kernel/settings/settings.ts'
import type { Dispatch } from '#sandbox/world/dispatch.ts'
import { memberStateOf } from '#sandbox/world/lookup.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { addMember } from '#sandbox/world/seed/draft.ts'
import type { GuildState } from '#sandbox/world/state.ts'
import { createHarness, type Harness, type HarnessOptions } from './harness.ts'
import type { Member } from './member.ts'
import { until } from './until.ts'

/** In maps, only the keys that differ from the defaults. */
type Settings = { [K in keyof Patch<typeof antinuke>]: Partial<Patch<typeof antinuke>[K]> }

/** Permissions with which deleting a role counts: holders of a role with Manage Messages can do harm. */
export const missed = { permissions: '8192' }

/** A server guarded by anti-nuke, with access to its state in the sandbox. */
export interface GuardedServer {
  app: Harness
  guildId: string
  world(): GuildState
  set(patch: Settings): void
  isMember(userId: string): boolean
  isBanned(userId: string): boolean
  rolesOf(userId: string): readonly string[]
  role(name: string): string
  /** A bot, by its name, to make requests with its token. */
  asBot(called: string): { userId: string; rest(method: string, path: string, body?: unknown): Promise<Response> }
  /** Makes a role whose holders may do anything with channels, and waits until the bot knows it. @returns its id */
  makeBypassRole(permissions?: string): Promise<string>
  /** Adds a new member with these roles and waits until the bot knows them. */
  hire(...roles: string[]): Promise<Member>
  /** Adds members who have been in the server for years. @returns their ids */
  oldMembers(count: number, ...roleIds: string[]): string[]
  /** Makes channels or roles as the owner. @param more further fields besides the name @returns their ids */
  make(what: 'channels' | 'roles', count: number, name?: string, more?: object): Promise<string[]>
  /** The incident, once every action for it has been attempted. */
  settled(number?: number): Promise<Incident>
  incidents(): ReturnType<typeof incidentsIn>
  /** Waits until the bot has processed everything that has happened so far. */
  caughtUp(): Promise<void>
}

/** Does one thing after another until Discord refuses one. */
export async function whileAllowed(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const one of work)
    try {
      await one()
    } catch {
      return
    }
}

/** Holds back the GUILD_MEMBER_UPDATE events about a member that are sent during `meanwhile` until it has ended. */
export async function tellLate({ app }: GuardedServer, userId: string, meanwhile: () => Promise<void>): Promise<void> {
  const { context } = app.sandbox
  const tell = context.emit
  const late: Dispatch[] = []
  context.emit = dispatch => {
    const isLate = dispatch.type === Event.GuildMemberUpdate && 'user' in dispatch.data
    if (isLate && (dispatch.data.user as { id?: string }).id === userId) late.push(dispatch)
    else tell(dispatch)
  }
  try {
    await meanwhile()
  } finally {
    context.emit = tell
  }
  for (const dispatch of late) tell(dispatch)
}

let marks = 0

/** The demo's server with anti-nuke switched on, once the bot knows every member who can do harm. */
export async function guardedServer(patch: Settings = {}, options: HarnessOptions = {}): Promise<GuardedServer> {
  const app = await createHarness(options)
  const { guildId } = app
  const world = () => {
    const state = app.sandbox.context.world.guilds.get(guildId)
    if (!state) throw new Error('the server is gone')
    return state
  }
  const set = (changed: Settings) =>
    // The schema fills in the missing keys of maps.
    void app.product.services.settings.write(guildId, antinuke, changed as Patch<typeof antinuke>, {
      userId: app.as('owner').userId,
      via: 'test',
    })
  set({ enabled: true, ...patch })
  const { services } = app.product
  await until('everybody who can do harm is known', () =>
    rosterOf(services, guildId).people.has(app.as('rogue').userId),
  )
  const server: GuardedServer = {
    app,
    guildId,
    world,
    set,
    isMember: id => world().members.has(id),
    isBanned: id => world().bans.has(id),
    rolesOf: id => memberStateOf(world(), id).roles,
    role(name) {
      const role = [...world().roles.values()].find(one => one.name === name)
      if (!role) throw new Error(`no role ${name}`)
      return role.id
    },
    asBot(called) {
      const application = [...app.sandbox.context.world.applications.values()].find(({ name }) => name === called)
      if (!application) throw new Error(`no application ${called}`)
      return {
        userId: application.botUserId,
        rest: (method, path, body) =>
          fetch(`${app.sandbox.api}/v10${path}`, {
            method,
            headers: { authorization: `Bot ${application.token}`, 'content-type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
      }
    },
    async makeBypassRole(permissions = '0') {
      const path = `/guilds/${guildId}/roles`
      const { id } = await app.as('owner').rest<{ id: string }>('POST', path, { name: 'Bypass', permissions })
      const { guilds } = app.product.services.client
      await until('the bot to know the role', () => guilds.cache.get(guildId)?.roles.cache.has(id))
      set({ bypassRole: id, bypassPermissions: { can_manage_channels: true } })
      return id
    },
    async hire(...roles) {
      const { context } = app.sandbox
      const id = createAccount(context, 'staff')
      addMember(world(), id, '2023-05-01T00:00:00Z')
      const roleIds = roles.map(server.role)
      for (const role of roleIds) await app.as('owner').rest('PUT', `/guilds/${guildId}/members/${id}/roles/${role}`)
      if (roles.length > 0)
        await until('the bot to know them', () => {
          const known = rosterOf(app.product.services, guildId).people.get(id)?.roles
          return known && roleIds.every(role => known.includes(role))
        })
      return app.as(`staff${id}`)
    },
    oldMembers(count, ...roleIds) {
      const { context } = app.sandbox
      return Array.from({ length: count }, () => {
        const id = createAccount(context, 'old')
        addMember(world(), id, '2023-05-01T00:00:00Z', roleIds)
        // As if it had read all members.
        noteJoined(app.product.services, guildId, id)
        return id
      })
    },
    async make(what, count, name = 'room', more = {}) {
      const all = Array.from({ length: count }, (_, place) =>
        app
          .as('owner')
          .rest<{ id: string }>('POST', `/guilds/${guildId}/${what}`, { name: `${name}-${place}`, ...more }),
      )
      return (await Promise.all(all)).map(({ id }) => id)
    },
    settled: (number = 1) =>
      until('the incident to be settled', () =>
        server.incidents().find(one => one.number === number && one.state !== 'under-way'),
      ),
    incidents: () => incidentsIn(app.product.services, guildId),
    async caughtUp() {
      // An audit log entry is due immediately, but may be sent after the answer to the next request.
      app.sandbox.advance(0)
      const name = `mark-${(marks += 1)}`
      await app.as('owner').rest('PATCH', `/channels/${app.channel('general')}`, { topic: name })
      await until('the bot to have heard everything', () => {
        const channel = app.product.services.client.channels.cache.get(app.channel('general'))
        return channel && 'topic' in channel && channel.topic === name
      })
    },
  }
  return server
}

/** Lets people ban two members each, one after another, with a minute between two bans. */
export async function banInTurn(
  server: GuardedServer,
  people: readonly Member[],
  members: readonly string[],
): Promise<void> {
  for (const [place, one] of people.entries())
    for (const id of members.slice(2 * place, 2 * place + 2)) {
      await one.rest('PUT', `/guilds/${server.guildId}/bans/${id}`).catch(() => undefined)
      server.app.sandbox.advance(60_000)
    }
  await server.caughtUp()
}
