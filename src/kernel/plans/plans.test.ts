import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { plan, type Plan, type Services } from '../feature.ts'
import { mostAttempts } from '../scheduler/backoff.ts'
import { createMemory } from '../declarations/state.ts'
import type { Database } from '../storage/database.ts'
import { closeDatabase, openDatabase } from '../storage/open.ts'
import { planSteps, plans } from '../storage/table.ts'
import { advancePlan } from './advance.ts'
import { createPlans } from './plans.ts'

const [home, elsewhere] = ['111111111111111111', '222222222222222222']
const log = pino({ level: 'silent' })
let dataDir: string
let db: Database
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'palisade-'))
  db = openDatabase({ dataDir, log })
})
afterEach(() => {
  closeDatabase(db)
  rmSync(dataDir, { recursive: true })
})

/** The services as far as plans use them, over the one database; `due` are the plans that a job would go on with. */
function processOf(declared: Record<string, Plan>) {
  const due: number[] = []
  const guild = (id: string) => ({ id, available: true })
  const services = {
    db,
    log,
    now: () => 5,
    memory: createMemory(),
    scheduler: { at: (_job: unknown, { payload }: { payload: { planId: number } }) => due.push(payload.planId) },
    features: [{ contract: { name: 'probe' }, parts: { plans: declared } }],
    client: { isReady: () => true, guilds: { cache: new Map([home, elsewhere].map(id => [id, guild(id)])) } },
  } as unknown as Services
  const all = createPlans(() => services)
  const advance = (planId: number, attempt = 1) =>
    Promise.resolve(advancePlan.run(services, { planId }, { attempt, guildId: home }))
  /** Goes on until nothing is due. */
  const finish = async () => {
    for (let id = due.shift(); id !== undefined; id = due.shift()) await advance(id)
  }
  return { all, services, advance, finish }
}

const step = z.object({ n: z.number() })
const input = z.object({ count: z.number() })
const pageSize = 3

/** Pages of three. */
function pageOf(count: number, cursor: string) {
  const from = Number(cursor)
  const numbers = Array.from({ length: Math.min(pageSize, count - from) }, (_, index) => from + index)
  const next = from + numbers.length
  return {
    steps: numbers.map(n => ({ n })),
    next: next < count ? String(next) : null,
    counts: { seen: numbers.length },
  }
}

class Killed extends Error {}

/** Ends the process at the moments whose numbers are given, counted over all processes. */
function killer(moments: readonly number[]) {
  let moment = 0
  return () => {
    if (moments.includes(moment++)) throw new Killed()
  }
}

test('killed at whatever moments, every step is done in order, again only where it was under way, and counted once', async () => {
  const steps = fc.integer({ min: 0, max: 50 })
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, moments, async (count, kills) => {
      const die = killer(kills)
      const did: number[] = []
      const walk = plan({
        again: 'replace',
        input,
        step,
        page(_services, { input: given }, cursor) {
          die()
          return pageOf(given.count, cursor)
        },
        async run(_services, { n }) {
          die()
          did.push(n)
          await Promise.resolve()
          die()
          return { done: 1 }
        },
      })
      let current = processOf({ walk })
      const { id } = current.all.start(walk, { guildId: home, input: { count } })
      let lives = 1
      for (let going = true; going; ) {
        try {
          await current.advance(id)
          going = current.all.latest(walk, home)?.state === 'running'
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          lives++
          current = processOf({ walk })
        }
      }
      const inOrder = Array.from({ length: count }, (_, n) => n)
      expect(did.filter((n, index) => n !== did[index - 1])).toEqual(inOrder)
      expect(did.length).toBeLessThan(count + lives)
      const { state, counts } = current.all.latest(walk, home) ?? {}
      expect(state).toBe('done')
      expect(counts).toEqual(count === 0 ? { seen: 0 } : { seen: count, done: count })
      expect(db.select().from(planSteps).all()).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('a change of the database is made exactly once, whenever the process is killed', async () => {
  db.$client.exec('CREATE TABLE tally (n INTEGER)')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), async kills => {
      db.$client.exec('DELETE FROM tally')
      const die = killer(kills)
      const add = plan({
        again: 'replace',
        step,
        page: (_services, _place, cursor) => pageOf(10, cursor),
        apply(_services, { n }) {
          die()
          db.$client.prepare('INSERT INTO tally VALUES (?)').run(n)
          die()
        },
      })
      const { id } = processOf({ add }).all.start(add, { guildId: home })
      let state = 'running'
      while (state === 'running') {
        const { advance, all } = processOf({ add })
        await advance(id).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
        state = all.latest(add, home)?.state ?? ''
      }
      const rows = db.$client.prepare('SELECT n FROM tally').pluck().all()
      expect(rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    }),
    { numRuns: 40 },
  )
})

test('undone, what was done or begun is taken back from the last to the first, also over kills', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 8 }), async kills => {
      const die = killer(kills)
      const stands = new Set<number>()
      const undone: number[] = []
      const build = plan({
        again: 'replace',
        step,
        page: (_services, _place, cursor) => pageOf(7, cursor),
        run(_services, { n }) {
          stands.add(n)
          // Killed after it was done and before that is noted.
          if (n === 5) throw new Killed()
        },
        undo(_services, { n }) {
          die()
          stands.delete(n)
          undone.push(n)
          die()
        },
      })
      const { all, advance } = processOf({ build })
      const { id } = all.start(build, { guildId: home })
      await expect(advance(id)).rejects.toThrow(Killed)
      expect(stands.size).toBe(6)
      expect(all.undo(build, home, id)).toBe(true)
      while (all.latest(build, home)?.state === 'undoing')
        await processOf({ build })
          .advance(id)
          .catch(() => undefined)
      expect([...stands]).toEqual([])
      expect(undone.filter((n, index) => n !== undone[index - 1])).toEqual([5, 4, 3, 2, 1, 0])
      expect(all.latest(build, home)?.state).toBe('undone')
      expect(all.undo(build, home, id)).toBe(false)
      expect(db.select().from(planSteps).all()).toEqual([])
    }),
    { numRuns: 30 },
  )
})

const endless = (again: 'replace' | 'refuse', run: () => void = () => undefined) =>
  plan({ again, step, page: (_services, _place, cursor) => ({ ...pageOf(1e9, cursor) }), run })

test('started anew it takes the place of the one that runs, or is refused', async () => {
  const [anew, once] = [endless('replace'), endless('refuse')]
  const { all, advance } = processOf({ anew, once })
  const first = all.start(anew, { guildId: home })
  const waits = all.settled(first.id)
  const second = all.start(anew, { guildId: home })
  expect(await waits).toMatchObject({ id: first.id, state: 'cancelled', problem: 'It was started again.' })
  await advance(first.id)
  await advance(second.id)
  expect(all.latest(anew, home)).toMatchObject({ id: second.id, state: 'running' })
  all.start(once, { guildId: home })
  expect(() => all.start(once, { guildId: home })).toThrow('already in progress')
  all.start(once, { guildId: elsewhere })
})

test('cancelled, it ends after the step under way; another guild’s stays', async () => {
  let cancel: (() => boolean) | undefined
  let [steps, cancelled] = [0, false]
  const long = endless('replace', () => {
    if (++steps === 4) cancelled = cancel?.() ?? false
  })
  const { all, finish } = processOf({ long })
  const { id } = all.start(long, { guildId: home })
  cancel = () => all.cancel(long, home, id)
  expect(all.cancel(long, elsewhere, id)).toBe(false)
  await finish()
  expect([steps, cancelled]).toEqual([4, true])
  expect(all.latest(long, home)).toMatchObject({ state: 'cancelled', finishedAt: 5 })
  expect(all.undo(long, home, id)).toBe(false)
  expect(all.cancel(long, home, id)).toBe(false)
})

test('steps that are known at once come before its pages; what follows happens once, and nobody is named any more', async () => {
  const did: number[] = []
  let followed = 0
  const known = plan({
    again: 'refuse',
    attempts: 1,
    input,
    step,
    run(_services, { n }) {
      if (n === 13) throw new Error('a bug')
      did.push(n)
    },
    done: () => void followed++,
  })
  const { all, finish, advance } = processOf({ known })
  const started = all.start(known, { guildId: home, input: { count: 1 }, steps: [{ n: 7 }, { n: 8 }] })
  const waits = all.settled(started.id)
  await finish()
  expect(await waits).toMatchObject({ state: 'done' })
  expect([did, followed]).toEqual([[7, 8], 1])
  const failing = all.start(known, { guildId: home, input: { count: 1 }, steps: [{ n: 13 }] })
  await expect(advance(failing.id)).rejects.toThrow('a bug')
  expect(await all.settled(failing.id)).toMatchObject({ state: 'failed' })
  expect(followed).toBe(1)
  expect(db.select().from(planSteps).all()).toEqual([])
  expect(
    new Set(
      db
        .select({ input: plans.input })
        .from(plans)
        .all()
        .map(({ input: left }) => left),
    ),
  ).toEqual(new Set([null]))
})

test('what fails for good says why, and a guild that is gone ends it', async () => {
  const broken = endless('replace', () => {
    throw new Error('a bug')
  })
  const { all, advance, services } = processOf({ broken })
  const { id } = all.start(broken, { guildId: home })
  await expect(advance(id)).rejects.toThrow('a bug')
  expect(all.latest(broken, home)?.state).toBe('running')
  await expect(advance(id, mostAttempts)).rejects.toThrow('a bug')
  expect(all.latest(broken, home)).toMatchObject({ state: 'failed', problem: 'Something went wrong.' })
  const next = all.start(broken, { guildId: home })
  services.client.guilds.cache.delete(home)
  await advance(next.id)
  expect(all.latest(broken, home)).toMatchObject({ state: 'cancelled', problem: expect.stringContaining('no longer') })
})

test('an outage is waited for, also by what is tried only once', async () => {
  const did: number[] = []
  const once = plan({
    again: 'refuse',
    attempts: 1,
    step,
    apply(_services, { n }) {
      did.push(n)
    },
  })
  const { all, services, advance, finish } = processOf({ once })
  const { id } = all.start(once, { guildId: home, steps: [{ n: 1 }, { n: 2 }] })
  const there = services.client.guilds.cache.get(home)
  if (!there) throw new Error('the guild is there')
  there.available = false
  await expect(advance(id)).rejects.toThrow('Discord does not show this server right now.')
  expect(all.latest(once, home)).toMatchObject({ state: 'running' })
  there.available = true
  await finish()
  expect(did).toEqual([1, 2])
  expect(all.latest(once, home)).toMatchObject({ state: 'done' })
})

test('a guild has so many at once, and keeps so many that have ended', async () => {
  const kinds = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`p${n}`, endless('refuse')]))
  const one = plan({ again: 'refuse', step, page: () => pageOf(1, '0'), run: () => undefined })
  const { all, finish } = processOf({ ...kinds, one })
  for (let n = 0; n < 20; n++) {
    all.start(one, { guildId: elsewhere })
    await finish()
  }
  expect(db.select().from(plans).all()).toHaveLength(11)
  const [last, ...others] = Object.values(kinds)
  for (const kind of others) all.start(kind, { guildId: home })
  expect(() => last && all.start(last, { guildId: home })).toThrow('Too much is in progress')
})
