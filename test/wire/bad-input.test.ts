import { ChannelType } from 'discord-api-types/v10'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { bodyOf, type Contract, describeField, type Form } from '#contract'
import kernel from '#kernel/contract.ts'
import type { RouteDescriptor } from '#kernel/http/server.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'
import { someOf, walked } from '../sampling.ts'

/** The owner, who may send everything, sends wrong values to every endpoint. Endpoints are found automatically. */
let app: Harness
let owner: Visitor
let foreign: { guildId: string; channelId: string; roleId: string }
beforeAll(async () => {
  app = await createHarness({ writesPerMinute: 1_000_000 })
  owner = await app.signIn('owner')
  const { world } = app.sandbox.context
  const [guildId, elsewhere] =
    [...world.guilds].find(([id, { members }]) => id !== app.guildId && members.has(app.botId)) ?? []
  foreign = {
    guildId: guildId ?? '',
    channelId:
      [...(elsewhere?.channelIds ?? [])].find(id => world.channels.get(id)?.channel.type === ChannelType.GuildText) ??
      '',
    roleId: [...(elsewhere?.roles.keys() ?? [])].find(id => id !== guildId) ?? '',
  }
})
afterAll(() => app.close())

interface Target {
  route: RouteDescriptor
  form?: Form
  /** A body that sets some of its fields. */
  saying(fields: Record<string, unknown>): Record<string, unknown>
  fields: Record<string, z.ZodType>
  /** Whether it takes a file along with its fields. */
  upload: boolean
}

const contracts = (): Contract[] => [kernel, ...app.product.services.features.map(({ contract }) => contract)]
const guilded = ({ path }: RouteDescriptor) => path.includes(':guildId')
const writes = () => app.product.http.routes.filter(({ method }) => method !== 'GET')
const address = ({ path }: RouteDescriptor, guildId = app.guildId) =>
  path.replace(':guildId', guildId).replace(/:[a-zA-Z]+/g, 'general')

/** Every endpoint that writes, with the fields that it takes. */
function targetsAt(routes: readonly RouteDescriptor[]): Target[] {
  return routes.flatMap((route): Target[] => {
    if (route.kind === 'form-write')
      return contracts()
        .flatMap(({ forms }) => Object.values(forms))
        .filter(form => `/api${form.address}` === route.path)
        .map(form => ({ route, form, saying: said => bodyOf(form, said), fields: form.body.shape, upload: false }))
    const endpoint = contracts().find(({ name }) => name === route.feature)?.endpoints[route.name]
    const body = endpoint?.body
    const upload = body !== undefined && !('shape' in body)
    return [{ route, saying: said => said, fields: body && 'shape' in body ? body.shape : {}, upload }]
  })
}

const targets = () => targetsAt(walked(writes()))

/** Tables that change by themselves: sessions, the health check, and the time that the bot has been online. */
const beating = new Set(['sessions', 'heartbeat', 'general_online'])

/** Everything stored, except for those tables and the times at which jobs run next. */
function stored(): unknown {
  const { $client } = app.product.services.db
  const tables = $client
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
  const kept = tables.filter(({ name }) => !beating.has(name))
  return kept.map(({ name }) => {
    const rows = $client.prepare<[], Record<string, unknown>>(`select * from "${name}"`).all()
    return [name, rows.map(({ run_at: _run, set_at: _set, attempts: _attempts, ...row }) => row)]
  })
}

/** The number of the bot's requests to Discord that were not just reads. */
const changesMade = () =>
  app.sandbox.requests().filter(({ caller, method }) => caller === 'bot' && method !== 'GET').length

const send = (route: RouteDescriptor, body: unknown, headers?: Record<string, string>, path = address(route)) =>
  owner.call(route.method, path, body, headers)

const isRefusal = (body: unknown): body is { error: string; code: string; fields?: Record<string, string> } =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false && 'error' in body

/** Whether there is a sentence for the field or for something in it: `words.3.pattern` is in `words`. */
const tells = (fields: Record<string, string> = {}, field: string) =>
  Object.keys(fields).some(name => name === field || name.startsWith(`${field}.`))

/** Sentences that the specification prescribes without a full stop. */
const documented = new Set([
  'Please select both an embed panel and a channel',
  'Please select a channel before deploying',
  'Panel title is required',
  'Panel title and channel are required',
  'Please select a channel for the panel',
  'Please enter a valid URL',
])

/** What is wrong with an answer to bad input; undefined if it is a refusal in a sentence. */
function complaint({ status, body }: Awaited<ReturnType<Visitor['call']>>): string | undefined {
  if (status < 400 || status >= 500 || status === 401 || status === 429) return `status ${status}`
  if (!isRefusal(body)) return `no refusal: ${JSON.stringify(body)}`
  if (!/^["“]?\p{L}.*[.!?]$/su.test(body.error) && !documented.has(body.error)) return `no sentence: ${body.error}`
  return /^[a-z-]+\.[a-z_-]+$/.test(body.code) ? undefined : `no code: ${body.code}`
}

interface Attempt {
  what: string
  body: unknown
  headers?: Record<string, string>
  field?: string
  code?: string
}

/** Sends every attempt to every target. @returns a line for each attempt that was not refused correctly */
async function refusals(attemptsFor: (target: Target, turn: number) => readonly Attempt[]): Promise<string[]> {
  const before = { stored: stored(), changesMade: changesMade() }
  const wrong: string[] = []
  for (const [turn, target] of targets().entries())
    for (const { what, body, headers, field, code } of attemptsFor(target, turn)) {
      const answer = await send(target.route, body, headers)
      const untold = field !== undefined && isRefusal(answer.body) && !tells(answer.body.fields, field)
      const other = code !== undefined && isRefusal(answer.body) && answer.body.code !== code
      const problem = complaint(answer) ?? (untold || other ? JSON.stringify(answer.body) : undefined)
      if (problem) wrong.push(`${target.route.method} ${target.route.path}, ${what}: ${problem}`)
    }
  expect({ stored: stored(), changesMade: changesMade() }).toEqual(before)
  return wrong
}

const as = (type: string) => ({ 'content-type': type })

describe('bad input to any write is refused in a sentence and changes nothing', () => {
  test('a valid body is known for every write, so that the tests below reach all of them', () => {
    const all = targetsAt(writes())
    expect(all.length).toBeGreaterThanOrEqual(writes().length)
    expect(all.flatMap(({ fields }) => Object.keys(fields))).toContain('prefix')
  })

  test('bodies that are not JSON, or JSON of another type', async () => {
    const attempts: Attempt[] = ['{"a":', '{"a":1}}', '{a:1}', '', '\u0000', '[]', '"text"', '1', 'true'].map(body => ({
      what: JSON.stringify(body),
      body,
    }))
    expect(
      await refusals(({ fields }, turn) =>
        someOf(Object.keys(fields).length > 0 ? attempts : attempts.slice(0, 5), turn),
      ),
    ).toEqual([])
  })

  test('another content type', async () => {
    const whole = ({ saying }: Target) => JSON.stringify({ ...saying({}), surprise: true })
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/html']
    // Only endpoints that take files accept this content type, and the body contains no parts.
    const codeFor = ({ upload }: Target, type: string) =>
      upload && type.startsWith('multipart') ? 'upload.malformed' : 'http.media_type'
    const attempts = (target: Target, turn: number) =>
      someOf(types, turn).map(type => ({
        what: type,
        body: whole(target),
        headers: as(type),
        code: codeFor(target, type),
      }))
    expect(await refusals(attempts)).toEqual([])
  })

  test('a body that is too large, or nested without end', async () => {
    const large = JSON.stringify({ surprise: 'x'.repeat(300_000) })
    const deep = `{"surprise":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const attempts = [
      { what: 'large', body: large },
      { what: 'deep', body: deep },
    ]
    expect(await refusals((_, turn) => someOf(attempts, turn))).toEqual([])
  })

  test('keys that reach for the prototype', async () => {
    const attempts = [
      '{"__proto__":{"level":"owner"}}',
      '{"constructor":{"prototype":{"level":"owner"}}}',
      '{"a":{"__proto__":{"level":"owner"}}}',
      '{"toString":1}',
      '{"hasOwnProperty":1}',
    ].map(body => ({ what: body, body }))
    expect(await refusals((_, turn) => someOf(attempts, turn))).toEqual([])
    expect({}).not.toHaveProperty('level')
  })

  test('unknown keys, and the guild given a second time', async () => {
    const extras = [{ surprise: 1 }, { guildId: foreign.guildId }, { guild_id: foreign.guildId }, { id: 1 }, { '': 1 }]
    const attempts = ({ saying }: Target, turn: number) =>
      someOf(extras, turn).map(extra => ({ what: JSON.stringify(extra), body: saying(extra) }))
    expect(await refusals(attempts)).toEqual([])
  })

  test('values of a wrong type, out of range, or from another server, each reported beside its field', async () => {
    const values: unknown[] = [7, -1, 1.5, 1e308, true, '', 'x', '\u0000', [], [1], {}, { $gt: '' }, null]
    const ofOthers: Record<string, unknown[]> = {
      channel: [foreign.channelId],
      channels: [[foreign.channelId]],
      role: [foreign.roleId],
      roles: [[foreign.roleId]],
    }
    const attempts = ({ route, saying, fields }: Target, turn: number): Attempt[] =>
      Object.entries(fields).flatMap(([field, schema], place) => {
        const control = describeField(schema)?.control ?? ''
        // A quarter of the largest body, so that the field refuses it and not the limit of the body.
        const endless = 'x'.repeat((route.bodyLimit ?? 240_000) / 4)
        const refused = [...values, endless].filter(value => !schema.safeParse(value).success)
        if (!refused.includes(endless)) throw new Error(`${field} takes a text of any length`)
        return [...someOf(refused, turn + place), ...(ofOthers[control] ?? [])].map(value => ({
          what: `${field}: ${JSON.stringify(value).slice(0, 40)}`,
          body: saying({ [field]: value }),
          field,
        }))
      })
    expect(await refusals(attempts)).toEqual([])
  })

  test('a form without its flag, with another form’s flag, and with a flag that is not true', async () => {
    const bodies = [{}, { surpriseUpdate: true }, { __flag: 1 }]
    const attempts = ({ form }: Target, turn: number): Attempt[] => {
      if (!form || form.posts === 'alone') return []
      const { flag } = form
      return someOf([...bodies, { [flag]: 'true' }, { [flag]: 1 }, { [flag]: false }], turn).map(body => ({
        what: JSON.stringify(body),
        body,
      }))
    }
    expect(await refusals(attempts)).toEqual([])
  })
})

describe('addresses', () => {
  const ids = [
    'abc',
    '1',
    '-1',
    '1'.repeat(25),
    '١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧',
    '%00',
    // With the slash, because clients resolve `%2e%2e` alone before they send it.
    '%2e%2e%2f',
    "1'%20OR%201=1--",
    '__proto__',
    'null',
  ]

  test('an invalid id matches no server, on every route', async () => {
    const wrong: string[] = []
    for (const [turn, route] of walked(app.product.http.routes.filter(guilded)).entries())
      for (const id of someOf(ids, turn)) {
        const body = route.method === 'GET' ? undefined : {}
        const { status, body: told } = await send(route, body, undefined, address(route, id))
        if (status !== 404 || !isRefusal(told)) wrong.push(`${route.method} ${address(route, id)}: ${status}`)
      }
    expect(wrong).toEqual([])
  })

  test('a query out of range is refused with its field', async () => {
    const values = ['', 'x', '-1', '1.5', '1e400', 'NaN', 'x'.repeat(5000), '%00']
    const wrong: string[] = []
    let asked = 0
    for (const contract of contracts())
      for (const [name, endpoint] of Object.entries(contract.endpoints)) {
        const route = app.product.http.routes.find(one => one.feature === contract.name && one.name === name)
        if (!route || !endpoint.query) continue
        const queries = Object.entries<z.ZodType>(endpoint.query.shape).flatMap(([key, schema], place) => [
          ...someOf(values, asked + place)
            .filter(value => !schema.safeParse(decodeURIComponent(value)).success)
            .map(value => `${key}=${value}`),
          `${key}=1&${key}=2`,
        ])
        for (const query of [...queries, 'surprise=1', `guildId=${foreign.guildId}`, '__proto__=1']) {
          asked += 1
          const problem = complaint(await owner.call(route.method, `${address(route)}?${query}`))
          if (problem) wrong.push(`${route.path}?${query.slice(0, 60)}: ${problem}`)
        }
      }
    expect(asked).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  })

  test('a guild in the query does not redirect a write to another server', async () => {
    const route = writes().find(({ path }) => path.endsWith('/basic'))
    if (!route) throw new Error('no basic form')
    const prefixIn = (guildId: string) => app.product.services.settings.documents(guildId)['general']
    const before = prefixIn(foreign.guildId)
    const path = `${address(route)}?guildId=${foreign.guildId}&guild_id=${foreign.guildId}`
    expect((await send(route, { basicUpdate: true, prefix: '?' }, undefined, path)).status).toBe(200)
    expect(prefixIn(app.guildId)).toMatchObject({ prefix: '?' })
    expect(prefixIn(foreign.guildId)).toEqual(before)
  })
})
