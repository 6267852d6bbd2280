import { expect, test } from 'vitest'
import { elsewhere, home, input, pageOf, planDatabase, processOf, step, usePlanDatabase } from '#test/plan-processes.ts'
import { plan } from '../feature.ts'
import { mostAttempts } from '../scheduler/backoff.ts'
import { planSteps, plans } from '../storage/table.ts'

usePlanDatabase()

const endless = (again: 'replace' | 'refuse' | 'alongside', run: () => void = () => undefined) =>
  plan({ title: 'Probe', again, step, page: (_services, _place, cursor) => ({ ...pageOf(1e9, cursor) }), run })

test('a plan that is started again replaces the running one or is refused', async () => {
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

test('a canceled plan ends after its current step; another guild’s continues', async () => {
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

test('initial steps come before pages; follow-up work runs once, and ids of people are cleared', async () => {
  const did: number[] = []
  let followed = 0
  const known = plan({
    title: 'Probe',
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
  expect(planDatabase().select().from(planSteps).all()).toEqual([])
  expect(
    new Set(
      planDatabase()
        .select({ input: plans.input })
        .from(plans)
        .all()
        .map(({ input: left }) => left),
    ),
  ).toEqual(new Set([null]))
})

test('plans can allow several of their kind at once', async () => {
  const beside = endless('alongside')
  const { all, advance } = processOf({ beside })
  const [first, second] = [all.start(beside, { guildId: home }), all.start(beside, { guildId: home })]
  await advance(first.id)
  await advance(second.id)
  expect(all.cancel(beside, home, first.id)).toBe(true)
  expect(all.latest(beside, home)).toMatchObject({ id: second.id, state: 'running' })
})

test('a permanent failure gives its reason, and leaving the guild ends the plan', async () => {
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

test('a plan waits until an outage ends, even with steps that are tried only once', async () => {
  const did: number[] = []
  const once = plan({
    title: 'Probe',
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

test('a guild may run a limited number at once, and keeps a limited number of ended ones', async () => {
  const kinds = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`p${n}`, endless('refuse')]))
  const one = plan({ title: 'Probe', again: 'refuse', step, page: () => pageOf(1, '0'), run: () => undefined })
  const { all, finish } = processOf({ ...kinds, one })
  for (let n = 0; n < 20; n++) {
    all.start(one, { guildId: elsewhere })
    await finish()
  }
  expect(planDatabase().select().from(plans).all()).toHaveLength(11)
  const [last, ...others] = Object.values(kinds)
  for (const kind of others) all.start(kind, { guildId: home })
  expect(() => last && all.start(last, { guildId: home })).toThrow('Too much is in progress')
})

test('work that must not be left half done is undone in the transaction that abandons the plan, and only there', async () => {
  const took: number[] = []
  let refuses = false
  const work = plan({
    title: 'Probe',
    again: 'replace',
    attempts: 1,
    input,
    step,
    run(_services, { n }) {
      if (n === 13) throw new Error('a bug')
    },
    abandoned(_services, { planId, guildId, input: { count } }) {
      expect(guildId).toBe(home)
      if (refuses) throw new Error('not now')
      took.push(planId, count)
    },
  })
  const { all, advance, finish } = processOf({ work })
  const start = (count: number, n: number) => all.start(work, { guildId: home, input: { count }, steps: [{ n }] })
  start(1, 1)
  await finish()
  expect(took).toEqual([])
  const failing = start(2, 13)
  await expect(advance(failing.id)).rejects.toThrow('a bug')
  expect(took.splice(0)).toEqual([failing.id, 2])
  const cancelled = start(3, 1)
  refuses = true
  expect(() => all.cancel(work, home, cancelled.id)).toThrow('not now')
  expect(all.latest(work, home)).toMatchObject({ id: cancelled.id, state: 'running' })
  refuses = false
  expect(all.cancel(work, home, cancelled.id)).toBe(true)
  expect(took).toEqual([cancelled.id, 3])
})
