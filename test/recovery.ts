import { features } from '#features/index.ts'
import { idMap } from '#features/antinuke/recovery/id-map.ts'
import { type ObjectKind, objectKinds, type ServerState } from '#features/antinuke/journal/objects.ts'
import { recover } from '#features/antinuke/recovery/recover.ts'
import { readServerNow } from '#features/antinuke/recovery/server-now.ts'
import type { AttackDamage } from '#features/antinuke/recovery/attack-store.ts'
import { type RecoveryFinding, recoveryById, findingsOf } from '#features/antinuke/recovery/store.ts'
import type { Conditions } from '#sandbox/conditions.ts'
import { createWorld } from '#sandbox/world/create.ts'
import type { GuildState } from '#sandbox/world/state.ts'
import { createHarness, type Harness } from './harness.ts'
import { until } from './until.ts'

/** A server with everything in it, which can be damaged and restored. */
export interface DamagedServer {
  app: Harness
  guildId: string
  world(): GuildState
  /** The server's current state, read over REST. */
  look(): Promise<ServerState>
  /** Ids of unmanaged roles below the bot's own, lowest first. */
  roles(knownGood: ServerState): string[]
  /** Channels that are neither for rules nor for updates. */
  channels(knownGood: ServerState, kind?: 'categories' | 'others'): string[]
  /** Asks for a recovery. @returns its id */
  begin(attack: Partial<AttackDamage> & Pick<AttackDamage, 'knownGood' | 'touched'>, incidentId?: number | null): number
  /** Waits until a recovery has ended. @returns its report */
  over(recoveryId: number): Promise<RecoveryFinding[]>
  now(id: string): string
}

const kinds = new Set(Object.keys(objectKinds) as ObjectKind[])

/** @param sizes of a community of the sandbox */
export async function damagedServer(
  sizes: { channels: number; roles: number; members: number },
  conditions: Partial<Conditions> = {},
  now?: () => number,
): Promise<DamagedServer> {
  const plan = { kind: 'community', seed: 7, sizes: { categories: 4, bans: 3, events: 3, ...sizes } } as const
  const app = await createHarness({ features, sandbox: { world: createWorld(plan), conditions }, ...(now && { now }) })
  const { guildId } = app
  const world = () => {
    const state = app.sandbox.context.world.guilds.get(guildId)
    if (!state) throw new Error('the server is gone')
    return state
  }
  return {
    app,
    guildId,
    world,
    look: async () => (await readServerNow(app.product.services, guildId, kinds)).state,
    roles(knownGood) {
      const position = (role: Readonly<Record<string, unknown>>) => Number(role['position'])
      const top = Math.min(
        ...[...knownGood.role.values()].flatMap(role => (role['managed'] === true ? [position(role)] : [])),
      )
      return [...knownGood.role]
        .filter(([id, role]) => id !== guildId && position(role) < top)
        .toSorted(([, a], [, b]) => position(a) - position(b))
        .map(([id]) => id)
    },
    channels(knownGood, kind) {
      const { guild } = world()
      const needed = new Set([guild.rules_channel_id, guild.public_updates_channel_id])
      const fits = (type: unknown) => kind === undefined || (type === 4) === (kind === 'categories')
      return [...knownGood.channel].flatMap(([id, { type }]) => (!needed.has(id) && fits(type) ? [id] : []))
    },
    begin: (attack, incidentId = null) =>
      recover(app.product.services, { guildId, incidentId, attackers: [], ...attack }).recoveryId,
    async over(recoveryId) {
      const { services } = app.product
      await until(`recovery ${recoveryId} to be over`, () => recoveryById(services, recoveryId)?.state === 'done')
      return findingsOf(services, { id: recoveryId })
    },
    now: id => idMap(app.product.services, guildId).now(id),
  }
}

export const differing = (report: readonly RecoveryFinding[]): RecoveryFinding[] =>
  report.filter(({ result }) => result === 'differs')
