import { defaultConditions, type Conditions } from '#sandbox/conditions.ts'
import type { Sandbox } from '#sandbox/context.ts'
import { createRandom, createSnowflakes } from '#sandbox/snowflake.ts'
import { createWorld } from '#sandbox/world/create.ts'
import type { Dispatch } from '#sandbox/world/dispatch.ts'
import type { GuildState } from '#sandbox/world/state.ts'

/** The demo world without a network: time does not pass until it is advanced, and every dispatch is recorded. */
export interface DemoWorld {
  sandbox: Sandbox
  /** Every dispatch so far, oldest first. */
  dispatches: Dispatch[]
  /** Takes the recorded dispatches and returns their types. */
  takeTypes(): string[]
  /** Advances the clock and runs what falls due. */
  advance(ms?: number): void
  /** The user id of a demo account, bots included. */
  idOf(login: string): string
  guildByName(name: string): GuildState
  /** The id of a channel by its name. */
  channelIdByName(name: string): string
  /** The id of a role by its name. */
  roleIdByName(name: string): string
}

const start = Date.parse('2026-04-01T12:00:00Z')

export function createDemoWorld(conditions: Partial<Conditions> = {}): DemoWorld {
  let now = start
  let waiting: { due: number; task: () => void }[] = []
  const dispatches: Dispatch[] = []
  const world = createWorld({ kind: 'demo' })
  const sandbox: Sandbox = {
    world,
    conditions: { ...structuredClone(defaultConditions), ...conditions },
    // A copy, since an event that was sent does not change any more.
    emit: dispatch => dispatches.push({ ...dispatch, data: structuredClone(dispatch.data) }),
    now: () => now,
    nextId: createSnowflakes(() => now),
    random: createRandom(world.seed),
    later: (delayMs, task) => waiting.push({ due: now + delayMs, task }),
    origin: () => 'http://localhost:3100',
  }
  const tidewater = [...world.guilds.values()][0]
  const found = (id: string | undefined, what: string) => {
    if (id === undefined) throw new Error(`the demo has no ${what}`)
    return id
  }
  return {
    sandbox,
    dispatches,
    takeTypes: () => dispatches.splice(0).map(dispatch => dispatch.type),
    advance(ms = 0) {
      now += ms
      const due = waiting.filter(entry => entry.due <= now)
      waiting = waiting.filter(entry => entry.due > now)
      for (const { task } of due) task()
    },
    idOf: login => found([...world.accounts].find(([, account]) => account.login === login)?.[0], `account ${login}`),
    guildByName(name) {
      const state = [...world.guilds.values()].find(({ guild }) => guild.name === name)
      if (!state) throw new Error(`the demo has no guild ${name}`)
      return state
    },
    channelIdByName: name =>
      found([...world.channels.values()].find(({ channel }) => channel.name === name)?.channel.id, `channel ${name}`),
    roleIdByName: name =>
      found([...(tidewater?.roles.values() ?? [])].find(role => role.name === name)?.id, `role ${name}`),
  }
}
