import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint, field, settingsForm, snowflake } from '#contract'
import { features } from '#features/index.ts'
import { jobs } from '#kernel/storage/table.ts'
import { command, component, feature, job, plan } from '#kernel/feature.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/** Features that are declared as premium rest in servers without it, without checking anything themselves. */
const address = '/guild/:guildId/gem'
const settings = z.object({
  word: field.text('Word', { max: 20 }).default('plain'),
  stones: z.array(z.string()).default([]),
})
const gem = contract('gem', {
  title: 'Gem',
  premium: true,
  settings,
  endpoints: {
    look: endpoint({
      summary: 'Looks.',
      method: 'GET',
      path: `${address}/look`,
      needs: 'view',
      reply: z.object({ word: z.string(), stones: z.array(z.string()) }),
    }),
    polish: endpoint({
      summary: 'Polishes.',
      method: 'POST',
      path: `${address}/polish`,
      needs: 'manage',
      reply: z.object({}),
    }),
    remove: endpoint({
      summary: 'Takes back.',
      method: 'DELETE',
      path: `${address}/polish`,
      needs: 'manage',
      free: true,
      reply: z.object({}),
    }),
  },
  forms: { gem: settingsForm({ summary: 'Saves.', address, flag: 'gemUpdate', under: 'gem', settings }) },
})
const did: string[] = []
const here = command<typeof gem>()
const press = component(gem, 'press', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'reply',
  data: z.object({}),
  run: ctx => {
    did.push('press')
    return ctx.answer('pressed')
  },
})
const payload = z.object({ guildId: snowflake })
const shine = job({ payload, promise: () => 'shine', run: () => void did.push('job') })
const tidy = job({ payload, promise: 'housekeeping', free: true, run: () => void did.push('free job') })
const again = job({ payload, run: () => void did.push('repeated job') })
const cut = plan({
  title: 'Cutting',
  again: 'refuse',
  step: z.string(),
  page: () => ({ steps: ['one'], next: null }),
  run: () => void did.push('plan'),
})
const told: string[] = []
const probe = feature(gem, {
  commands: {
    gem: here({ description: 'Shows it', run: ctx => (did.push('command'), ctx.reply('a gem')) }),
    gembutton: here({
      description: 'Shows a button',
      run: ctx =>
        ctx.reply({
          content: 'press',
          components: [
            { type: 1, components: [{ type: 2 as const, style: 2 as const, label: 'it', custom_id: press.id({}) }] },
          ],
        }),
    }),
  },
  menus: { gem: { title: 'Gem', on: 'user', run: ctx => (did.push('menu'), ctx.reply('a gem')) } },
  components: [press],
  jobs: { shine, tidy, again },
  plans: { cut },
  listeners: { messageCreate: () => void did.push('heard') },
  premiumChanged: (_ctx, has) => void told.push(has ? 'has' : 'has not'),
  routes: {
    look: ({ own }) => own,
    polish: () => (did.push('endpoint'), {}),
    remove: () => (did.push('free endpoint'), {}),
  },
})

let app: Harness
let owner: Visitor
let has = true
beforeAll(async () => {
  app = await createHarness({ features: [...features, probe], env: { PREMIUM: 'granted' } })
  app.product.services.entitlements.supply(() => has)
  owner = await app.signIn('owner')
})
afterAll(() => app.close())

const path = (rest = '') => `/api/guild/${app.guildId}/gem${rest}`
const say = (text: string) => app.as('owner').say(app.channel('general'), text)
const premium = (wanted: boolean) => {
  has = wanted
  app.product.services.entitlements.changed(app.guildId)
}
/** Uses the feature in every way that people can. @returns what was done and said */
async function tryAll() {
  did.length = 0
  const { scheduler, plans, now, db } = app.product.services
  const button = await app.answerTo(await say('.gembutton'))
  const whispers = app.shownTo('owner').length
  const [command, look, polish, form, remove] = [
    textOf(await app.answerTo(await say('.gem'))),
    await owner.call('GET', path('/look')),
    await owner.call('POST', path('/polish')),
    await owner.call('POST', path(), { gemUpdate: true, word: has ? 'bright' : 'dull' }),
    await owner.call('DELETE', path('/polish')),
  ]
  await app.as('owner').choose(app.channel('general'), 'Gem', app.as('member1').userId)
  await until('the menu to answer', () => app.shownTo('owner').length > whispers)
  const entry = { at: now(), guildId: app.guildId, payload: { guildId: app.guildId } }
  const rows = [scheduler.at(shine, entry), scheduler.at(tidy, { ...entry, key: 'tidy' })]
  rows.push(scheduler.every(again, { ...entry, everyMs: 1, key: 'again' }))
  let plan = 'begun'
  try {
    const { id } = plans.start(cut, { guildId: app.guildId })
    await plans.settled(id)
  } catch (error) {
    plan = String(error)
  }
  await until('the jobs to be done with', async () => {
    await scheduler.tick()
    const left = db
      .select()
      .from(jobs)
      .all()
      .filter(({ id, parked, everyMs }) => rows.includes(id) && parked === null && everyMs === null)
    return left.length === 0
  })
  scheduler.cancel(again, 'again')
  const parked = db
    .select()
    .from(jobs)
    .all()
    .filter(({ feature }) => feature === 'gem')
    .map(row => row.parked)
  return { button, command, look, polish, form, remove, plan, parked, did: new Set(did) }
}
const refusal = 'Gem is a premium feature. Upgrade to premium to unlock this feature.'

test('with premium everything works; without it everything is refused with a sentence, settings can be read, and it continues later', async () => {
  const on = await tryAll()
  expect([on.look.status, on.polish.status, on.form.status, on.remove.status]).toEqual([200, 200, 200, 200])
  expect([...on.did].toSorted()).toEqual(
    ['command', 'endpoint', 'free endpoint', 'free job', 'heard', 'job', 'menu', 'plan', 'repeated job'].toSorted(),
  )
  await app.as('member1').press(on.button, press.id({}))
  await until('the press', () => did.includes('press'))

  premium(false)
  const off = await tryAll()
  expect([...off.did].toSorted()).toEqual(['free endpoint', 'free job'])
  expect(off.command).toBe(refusal)
  expect(textOf(off.button)).toBe(refusal)
  expect(textOf(app.shownTo('owner').at(-1) ?? off.button)).toBe(refusal)
  for (const answer of [off.polish, off.form])
    expect(answer).toMatchObject({ status: 403, body: { code: 'premium.required', error: refusal } })
  expect(off.look).toMatchObject({ status: 200, body: { word: 'bright' } })
  expect((await owner.call('GET', path())).body).toMatchObject({ gem: { word: 'bright' } })
  expect(off.plan).toContain(refusal)
  expect(off.parked).toEqual(['This server no longer has premium.'])
  const own = await owner.call('GET', `/api/guild/${app.guildId}/own-access`)
  expect(own.body).toMatchObject({ resting: expect.arrayContaining(['gem']) })
  did.length = 0
  await app.as('member1').press(on.button, press.id({}))
  await until('the refusal', () => app.shownTo('member1').some(message => textOf(message) === refusal))
  expect(did).toEqual([])

  premium(true)
  const later = await tryAll()
  expect(later.did).toEqual(on.did)
  expect(told).toEqual(['has not', 'has'])
})

test('without premium, settings can be removed, but not replaced', async () => {
  premium(true)
  const save = (fields: Record<string, unknown>) => owner.call('POST', path(), { gemUpdate: true, ...fields })
  expect((await save({ word: 'bright', stones: ['ruby', 'opal'] })).status).toBe(200)
  premium(false)
  for (const more of [
    { word: 'dull' },
    { stones: ['ruby', 'jade'] },
    { stones: ['jade'] },
    { word: 'plain', stones: ['jade'] },
  ])
    expect(await save(more)).toMatchObject({ status: 403, body: { code: 'premium.required' } })
  expect((await save({ stones: ['opal'] })).status).toBe(200)
  expect((await save({ word: 'plain', stones: [] })).status).toBe(200)
  expect((await owner.call('GET', path('/look'))).body).toMatchObject({ word: 'plain', stones: [] })
  premium(true)
})

test('people without rights do not learn whether a server has premium', async () => {
  premium(false)
  const member = await app.signIn('member1')
  expect((await member.call('POST', path('/polish'))).body).toMatchObject({ code: 'access.forbidden' })
  expect((await owner.call('PATCH', `/api/guild/${app.guildId}/modules/gem`, { enabled: true })).status).toBe(400)
  premium(true)
})
