import type { Action, Automation, Condition, Design } from '#features/automations/design/contract.ts'
import type { Harness } from './harness.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

type Loose<T> = Partial<T> & { kind: string }
/** A design to post; the ids of its conditions and actions are generated. */
export interface Posted {
  id?: string
  revision?: number
  name?: string
  trigger?: Partial<Design['trigger']>
  matches?: Design['matches']
  conditions?: readonly Loose<Omit<Condition, 'kind'>>[] | undefined
  actions?: readonly Loose<Omit<Action, 'kind'>>[] | undefined
  runs_per_hour?: number
  member_minutes?: number
}

/** A stored run. */
interface StoredRun {
  id: number
  automation_id: string
  state: 'running' | 'done' | 'moot' | 'failed'
  step: number
  why: string | null
}

/** Automations as people use them: the dashboard's API. */
export interface Automations {
  owner: Visitor
  under(path: string): string
  /** The body that is posted for a design. */
  body(design: Posted): object
  save(design: Posted, visitor?: Visitor): ReturnType<Visitor['call']>
  /** Saves an automation and switches it on. @returns its id */
  on(design: Posted): Promise<string>
  turn(id: string, on: boolean, visitor?: Visitor): ReturnType<Visitor['call']>
  list(): Promise<Automation[]>
  one(id: string): Promise<Automation>
  /** Deletes all automations and the records of their runs. */
  clear(): Promise<void>
  runs(): StoredRun[]
  /** Waits until this many runs have ended. */
  ended(count: number): Promise<StoredRun[]>
}

export async function createAutomations(harness: Harness): Promise<Automations> {
  const owner = await harness.signIn('owner')
  const under = (path: string) => `/api/guild/${harness.guildId}/automations${path}`
  const body = ({ conditions, actions, ...rest }: Posted) => ({
    ...(rest.id === undefined && { name: 'Automation', member_minutes: 0 }),
    ...rest,
    ...(conditions && { conditions: conditions.map((one, at) => ({ id: `c${at}`, ...one })) }),
    ...(actions && { actions: actions.map((one, at) => ({ id: `a${at}`, ...one })) }),
  })
  const desk: Automations = {
    owner,
    under,
    body,
    save: (design, visitor = owner) => visitor.call('POST', under('/list'), body(design)),
    turn: (id, on, visitor = owner) => visitor.call('POST', under(`/${id}/turn`), { on }),
    async on(design) {
      const saved = await desk.save(design)
      if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`)
      const { id } = (saved.body as { automation: Automation }).automation
      const turned = await desk.turn(id, true)
      if (turned.status !== 200) throw new Error(`not switched on: ${JSON.stringify(turned.body)}`)
      return id
    },
    list: async () => ((await owner.call('GET', under('/list'))).body as { automations: Automation[] }).automations,
    async one(id) {
      const found = (await desk.list()).find(one => one.id === id)
      if (!found) throw new Error('there is no such automation')
      return found
    },
    async clear() {
      for (const { id } of await desk.list()) await owner.call('DELETE', under(`/${id}`))
      harness.product.services.db.$client.prepare('DELETE FROM automation_runs').run()
    },
    runs: () =>
      harness.product.services.db.$client.prepare('SELECT * FROM automation_runs ORDER BY id').all() as StoredRun[],
    ended: count =>
      until(`${count} runs to be over`, () => {
        const runs = desk.runs()
        return runs.length >= count && runs.every(({ state }) => state !== 'running') && runs
      }),
  }
  return desk
}
