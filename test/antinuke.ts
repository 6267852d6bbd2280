import antinuke from '#features/antinuke/contract.ts'
import { incidentsIn } from '#features/antinuke/incidents/incidents.ts'
import { rosterOf } from '#features/antinuke/engine/roster.ts'
import type { Patch } from '#kernel/settings/settings.ts'
import { memberStateOf } from '#sandbox/world/lookup.ts'
import type { GuildState } from '#sandbox/world/state.ts'
import { createHarness, type Harness, type HarnessOptions } from './harness.ts'
import { until } from './until.ts'

/** A server that anti-nuke guards, with its state in the sandbox at hand. */
export interface GuardedServer {
  app: Harness
  guildId: string
  world(): GuildState
  set(patch: Patch<typeof antinuke>): void
  isMember(userId: string): boolean
  isBanned(userId: string): boolean
  rolesOf(userId: string): readonly string[]
  role(name: string): string
  /** Does something with a bot's token. */
  asBot(called: string): { userId: string; rest(method: string, path: string, body?: unknown): Promise<Response> }
  incidents(): ReturnType<typeof incidentsIn>
  /** Waits until the bot has taken in everything that happened until now. */
  caughtUp(): Promise<void>
}

let marks = 0

/** The demo's server with anti-nuke switched on and everybody known who can do harm. */
export async function guardedServer(
  patch: Patch<typeof antinuke> = {},
  options: HarnessOptions = {},
): Promise<GuardedServer> {
  const app = await createHarness(options)
  const { guildId } = app
  const world = () => {
    const state = app.sandbox.context.world.guilds.get(guildId)
    if (!state) throw new Error('the server is gone')
    return state
  }
  const set = (changed: Patch<typeof antinuke>) =>
    void app.product.services.settings.write(guildId, antinuke, changed, {
      userId: app.as('owner').userId,
      via: 'test',
    })
  set({ enabled: true, ...patch })
  const { services } = app.product
  await until('everybody who can do harm is known', () =>
    rosterOf(services, guildId).people.has(app.as('rogue').userId),
  )
  return {
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
    incidents: () => incidentsIn(app.product.services, guildId),
    async caughtUp() {
      const name = `mark-${(marks += 1)}`
      await app.as('owner').rest('PATCH', `/channels/${app.channel('general')}`, { topic: name })
      await until('the bot to have heard everything', () => {
        const channel = app.product.services.client.channels.cache.get(app.channel('general'))
        return channel && 'topic' in channel && channel.topic === name
      })
    },
  }
}
