import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { Form } from '#contract'
import { createHarness, type Harness } from '../harness.ts'
import { anotherValue, type PostedSetting, postedSettings, postSettings } from '../posted-settings.ts'
import type { Visitor } from '../visitor.ts'
import { walked } from '../sampling.ts'

/**
 * Members with access to every feature and no permissions in Discord: pages say in advance what saving would refuse.
 * They take turns, since each may only save a limited number of times per minute.
 */
let app: Harness
let delegates: readonly Visitor[]
let turn = 0
const logins = ['member1', 'member2', 'member3', 'member4', 'member5', 'member6']
beforeAll(async () => {
  app = await createHarness()
  const owner = await app.signIn('owner')
  delegates = await Promise.all(
    logins.map(async login => {
      const grant = { kind: 'member', id: app.as(login).userId, feature: 'all', level: 'manage', expiresAt: null }
      await owner.call('POST', `/api/guild/${app.guildId}/access`, grant)
      return app.signIn(login)
    }),
  )
})
afterAll(() => app.close())

const addressOf = (form: Form) => `/api${form.address.replace(':guildId', app.guildId)}`
const write = ({ contract }: PostedSetting, patch: object) =>
  app.product.services.settings.write(app.guildId, contract, patch, { userId: null, via: 'test' })

interface Answer {
  refused?: Record<string, Record<string, string | Record<string, string>>>
  fields?: Record<string, string>
}

/**
 * The page's reason why a value cannot be chosen, and the refusal when saving it. Both are undefined if it is allowed.
 */
async function saidAndAnswered(setting: PostedSetting, value: unknown) {
  const { form, key, contract } = setting
  const delegate = delegates[turn++ % delegates.length]
  if (!delegate) throw new Error('nobody was given access')
  const before = app.product.services.settings.read(app.guildId, contract)
  const { refused = {} } = (await delegate.call('GET', addressOf(form))).body as Answer
  const posted = form.keys[key]?.posted ?? key
  const said = refused[form.flag]?.[posted]
  const { status, body } = await postSettings(app, delegate, setting, { [key]: value })
  write(setting, before)
  if (status !== 200 && status !== 403) throw new Error(`${status} for ${setting.key}`)
  const answered = status === 403 ? (body as Answer).fields?.[posted] : undefined
  return { said: typeof said === 'object' ? said[String(value)] : said, answered }
}

// Pickers report unsuitable channels and roles by themselves.
const judged = postedSettings.filter(({ meta }) => !/channel|role/.test(meta?.control ?? ''))
const punishing = postedSettings.filter(({ meta }) => meta?.options?.some(({ needs }) => needs !== undefined))

test.each(walked(punishing))(
  'while $contract.name: $key punishes, what a delegate cannot change says so',
  async one => {
    const told = []
    for (const { value } of one.meta?.options ?? []) {
      write(one, { [one.key]: value })
      for (const setting of judged.filter(({ form }) => form === one.form)) {
        const { said, answered } = await saidAndAnswered(setting, anotherValue(app, setting))
        expect({ setting: setting.key, while: value, said }).toEqual({
          setting: setting.key,
          while: value,
          said: answered,
        })
        told.push(said)
      }
    }
    expect(told.some(said => said?.startsWith('You need '))).toBe(true)
  },
)

const texts = judged.filter(({ meta }) => meta?.postedIn !== undefined)

test.each(walked(texts))('$contract.name: $key, posted where a delegate cannot write, says so', async text => {
  const { meta } = text
  if (meta?.postedIn === undefined) throw new Error('filtered')
  write(text, { [meta.postedIn]: app.channel('mod-log') })
  const { said, answered } = await saidAndAnswered(text, anotherValue(app, text))
  expect(said).toBe(answered)
  write(text, { [meta.postedIn]: app.channel('general') })
  expect((await saidAndAnswered(text, anotherValue(app, text))).said).toBeUndefined()
})

test('people who manage the server are refused nothing and read no such reasons', async () => {
  const admin = await app.signIn('admin')
  for (const form of new Set(postedSettings.map(setting => setting.form)))
    expect((await admin.call('GET', addressOf(form))).body).not.toHaveProperty('refused')
})

test('the reasons on a page are collected once, not for every request', async () => {
  const owner = await app.signIn('owner')
  const pages = [...new Set(postedSettings.map(({ form }) => addressOf(form)))]
  const readAll = async () => {
    for (const page of pages) expect((await owner.call('GET', page)).status).toBe(200)
  }
  await readAll()
  const collected = vi.spyOn(z.globalRegistry, 'get')
  onTestFinished(() => collected.mockRestore())
  await readAll()
  expect(collected).not.toHaveBeenCalled()
})
