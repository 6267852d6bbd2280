import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint } from '#contract'
import access from '#features/access/index.ts'
import type { PlanItem } from '#kernel/plans/contract.ts'
import { feature, plan } from '#kernel/feature.ts'
import { plans } from '#kernel/storage/table.ts'
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

const shop = (name: string, title: string) =>
  contract(name, {
    title,
    endpoints: {
      read: endpoint({
        summary: 'Shows it.',
        method: 'GET',
        path: `/guild/:guildId/${name}`,
        needs: 'view',
        reply: z.object({}),
      }),
    },
  })
const routes = { read: () => ({}) }
const [mill, bakery] = [shop('mill', 'Mill'), shop('bakery', 'Bakery')]

/** The sacks that have been ground. Each waits at the gate. */
const ground: number[] = []
let gate = Promise.withResolvers<void>()
const grind = plan({
  title: 'Grinding',
  again: 'refuse',
  step: z.object({ sack: z.number() }),
  async run(_services, { sack }) {
    await gate.promise
    ground.push(sack)
    return { sacks: 1 }
  },
  undo(_services, { sack }) {
    ground.splice(ground.indexOf(sack), 1)
  },
})

let app: Harness
let owner: Visitor
let helper: Visitor
beforeAll(async () => {
  const features = [access, feature(mill, { routes, plans: { grind } }), feature(bakery, { routes })]
  app = await createHarness({ features })
  owner = await app.signIn('owner')
  helper = await app.signIn('member1')
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const start = (...sacks: number[]) =>
  app.product.services.plans.start(grind, {
    guildId: app.guildId,
    byId: app.as('owner').userId,
    steps: sacks.map(sack => ({ sack })),
  })
const plansOf = async (visitor: Visitor) =>
  ((await visitor.call('GET', at('plans'))).body as { plans: PlanItem[] }).plans
const give = (feature: string, level: string) => {
  const grant = { kind: 'member', id: app.as('member1').userId, feature, level, expiresAt: null }
  return owner.call('POST', at('access'), grant)
}
const change = (visitor: Visitor, id: number, what: 'cancel' | 'undo') =>
  visitor.call('POST', at(`plans/${id}/${what}`))

test('work is listed while it runs, and people who manage the feature can cancel and undo it', async () => {
  const live = await owner.follow(at('plans/live'))
  gate = Promise.withResolvers()
  const { id } = start(1, 2)
  const [running] = await plansOf(owner)
  expect(running).toMatchObject({ id, title: 'Grinding', featureTitle: 'Mill', state: 'running', mayCancel: true })
  expect(running?.startedBy?.id).toBe(app.as('owner').userId)
  expect(await live.event(1)).toMatchObject({ event: 'changed' })

  await give('mill', 'view')
  expect(await plansOf(helper)).toMatchObject([{ id, mayCancel: false, mayUndo: false }])
  expect((await change(helper, id, 'cancel')).status).toBe(403)
  expect((await change(helper, id, 'undo')).status).toBe(403)
  await owner.call('DELETE', at(`access/${app.as('member1').userId}/mill`))
  expect((await change(owner, id, 'cancel')).status).toBe(200)
  gate.resolve()
  await until('the step under way', () => ground.length === 1)
  expect(await change(owner, id, 'cancel')).toMatchObject({ status: 409, body: { code: 'plans.ended' } })
  const [cancelled] = await until('the outcome', async () => {
    const listed = await plansOf(owner)
    return listed[0]?.counts['sacks'] === 1 && listed
  })
  expect(cancelled).toMatchObject({ state: 'cancelled', mayCancel: false, mayUndo: true })

  expect((await change(owner, id, 'undo')).status).toBe(200)
  await until('it to be undone', async () => (await plansOf(owner))[0]?.state === 'undone')
  expect(ground).toEqual([])
  expect(await change(owner, id, 'undo')).toMatchObject({ status: 409, body: { code: 'plans.settled' } })
  await live.close()
})

test('people who may not see it, and other servers, find nothing', async () => {
  gate = Promise.withResolvers()
  const { id } = start(3)
  await give('bakery', 'manage')
  const unknown = { status: 404, body: { code: 'plans.unknown' } }
  expect(await plansOf(helper)).toEqual([])
  expect(await change(helper, id, 'cancel')).toMatchObject(unknown)
  expect(await change(owner, id + 1, 'cancel')).toMatchObject(unknown)
  expect((await change(owner, Number.NaN, 'undo')).status).toBe(404)
  const { db } = app.product.services
  db.update(plans).set({ guildId: '111111111111111111' }).where(eq(plans.id, id)).run()
  expect(await change(owner, id, 'cancel')).toMatchObject(unknown)
  db.update(plans).set({ guildId: app.guildId }).where(eq(plans.id, id)).run()
  expect((await plansOf(owner))[0]).toMatchObject({ id, state: 'running' })
  gate.resolve()
  await until('the end', async () => (await plansOf(owner))[0]?.state === 'done')
})
