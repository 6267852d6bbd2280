// @module-tag long
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTransferBudget } from '#kernel/transfer/budget.ts'
import { undoChanges } from '#kernel/many-changes/undo.ts'
import { unseenThings } from '#kernel/history/things.ts'
import { UserError } from '#kit/errors.ts'
import { createHarness, type Harness } from '../harness.ts'
import { createTransfers } from '../transfers.ts'

/** Other servers do not wait while one imports, undoes or searches many changes. */
let app: Harness
beforeAll(async () => (app = await createHarness()))
afterAll(() => app.close())

async function manager() {
  const { client, access } = app.product.services
  const guild = client.guilds.cache.get(app.guildId)
  const member = guild && (await access.member(guild, app.as('owner').userId))
  if (!member) throw new Error('no owner')
  return member
}

/** How many turns of the event loop others had while `work` ran. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const over = new AbortController()
  const neighbour = async () => {
    while (!over.signal.aborted) {
      await nextTurn()
      turns += 1
    }
  }
  const watching = neighbour()
  await work()
  over.abort()
  await watching
  return turns
}

test('others have turns between any two deleted things that a search leaves out', async () => {
  const { services } = app.product
  const member = await manager()
  const author = { userId: member.id, via: 'dashboard', apart: true } as const
  for (let place = 0; place < 40; place += 1) {
    const thing = { kind: 'automations', id: `gone${place}`, name: `Gone ${place}` }
    services.settings.noteThing(app.guildId, 'automations', { ...thing, after: { runs_per_hour: 3 } }, author)
    services.settings.noteThing(app.guildId, 'automations', { ...thing, before: { runs_per_hour: 3 } }, author)
  }
  expect(await turnsDuring(() => unseenThings(services, member))).toBeGreaterThanOrEqual(40)
  const [{ name, last } = { name: '', last: 0 }] = services.settings.notedThings(app.guildId, 'automations')
  const noted = services.settings.lastNoted(app.guildId, 'automations', name)
  expect(noted).toMatchObject({ runs_per_hour: 3 })
  expect(services.settings.lastNoted(app.guildId, 'automations', name, last)).toEqual(noted)
})

test('undoing many things gives others turns, counts against the same limit as reading files, and is refused above it', async () => {
  const { planned, apply, thingsAlone, exported } = await createTransfers(app)
  const { services } = app.product
  const tags = Array.from({ length: 60 }, (_, place) => ({ name: `answer${place}`, text: 'Hello.' }))
  const body = { file: JSON.stringify({ ...(await thingsAlone()), things: { tickets: { tags } } }) }
  const { id } = await apply(body, await planned(body))
  const member = await manager()
  const asked: (number | undefined)[] = []
  const full = {
    demand(_guildId: string, things?: number) {
      asked.push(things)
      if (things !== undefined) throw new UserError('transfer.busy', 'Too many.', 429)
    },
  }
  await expect(undoChanges(services, member, id, full)).rejects.toMatchObject({ status: 429 })
  expect(asked).toEqual([undefined, 60])
  expect((await exported()).things['tickets']?.['tags']).toHaveLength(60)
  const free = { demand: () => undefined }
  expect(await turnsDuring(() => undoChanges(services, member, id, free))).toBeGreaterThanOrEqual(60)
  expect((await exported()).things).toEqual({})
})

test('a large file that is not understood counts as ten', () => {
  const budget = createTransferBudget(() => 0)
  for (let file = 0; file < 4; file += 1) {
    budget.demand('1')
    budget.refused('1', 1_000_000)
  }
  expect(() => budget.demand('1')).toThrow('Try again in')
  for (let file = 0; file < 40; file += 1) {
    budget.demand('2')
    budget.refused('2', 5000)
  }
  expect(() => budget.demand('2')).toThrow('Try again in')
})
