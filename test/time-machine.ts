import type { Comparison, ShownDifference, TimeMachineOverview } from '#features/antinuke/time-machine/contract.ts'
import { noteOf } from '#features/antinuke/journal/notes.ts'
import { type GuardedServer, guardedServer } from './antinuke.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

/** A guarded server whose owner uses the time machine. */
export interface TimeMachine {
  server: GuardedServer
  owner: Visitor
  /** The address of a call. */
  at(path?: string): string
  overview(by?: Visitor): Promise<TimeMachineOverview>
  /** The differences between the current state and a moment (Unix ms). */
  compare(from: number, by?: Visitor): Promise<Comparison>
  /** The body of a call that previews or restores. */
  body(comparison: Comparison, ...things: { kind: string; id: string; fields?: string[] }[]): object
  /** The restoration that was in progress, once it has ended. */
  over(): Promise<TimeMachineOverview['restorations'][number]>
  asOwner(method: string, path: string, body?: unknown): Promise<unknown>
  channels(): ReturnType<typeof channelsOf>
}

const channelsOf = (server: GuardedServer) =>
  [...server.app.sandbox.context.world.channels.values()].map(({ channel }) => channel)

export const differencesIn = ({ groups }: Comparison): ShownDifference[] =>
  groups.flatMap(({ differences }) => differences)

/** The difference of the thing with this name. @throws Error where there is none */
export function differenceOf(comparison: Comparison, name: string): ShownDifference {
  const found = differencesIn(comparison).find(one => one.name === name)
  if (!found) throw new Error(`no difference of ${name}: ${JSON.stringify(comparison.groups)}`)
  return found
}

/**
 * A moment that no other recorded moment shares; they are distinguished by the millisecond. @returns Unix ms, in the
 * past
 */
export async function momentNow(): Promise<number> {
  const now = Date.now()
  await until('the clock to move on', () => Date.now() > now)
  return now
}

export async function createTimeMachine(): Promise<TimeMachine> {
  const server = await guardedServer()
  const owner = await server.app.signIn('owner')
  await until('the server to be read', () => noteOf(server.app.product.services, server.guildId, 'structure'))
  const at = (path = '') => `/api/guild/${server.guildId}/antinuke/time-machine${path}`
  const overview = async (by = owner) => (await by.call('GET', at())).body as TimeMachineOverview
  return {
    server,
    owner,
    at,
    overview,
    compare: async (from, by = owner) => (await by.call('GET', at(`/compare?from=${from}`))).body as Comparison,
    body: ({ from, to }, ...things) => ({
      from,
      to,
      chosen: things.map(({ kind, id, fields }) => ({ kind, id, ...(fields && fields.length > 0 && { fields }) })),
    }),
    over: () =>
      until('the restoration to be over', async () => {
        const { busy, restorations } = await overview()
        return busy === null && restorations[0]?.state === 'done' ? restorations[0] : undefined
      }),
    asOwner: (method, path, body) => server.app.as('owner').rest(method, path, body),
    channels: () => channelsOf(server),
  }
}
