import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultConditions } from '../../conditions.ts'
import { createRequestLog } from '../request-log.ts'
import type { Route } from '../route.ts'
import { createCheck, type DocumentCheck, type SentRequest } from './check.ts'
import { readDescription } from './description.ts'

/** A small description in Discord's manner. */
const description = {
  paths: {
    '/boats/{boat_id}': {
      parameters: [{ name: 'boat_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
          { name: 'kinds', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Boat' } } } },
          '4XX': { $ref: '#/components/responses/Refused' },
        },
      },
      patch: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/BoatEdit' } } },
        },
        responses: { 204: {} },
      },
    },
    '/boats': {
      put: {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Boat' } } },
          },
        },
        responses: { 204: {} },
      },
    },
  },
  components: {
    responses: {
      Refused: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
    },
    schemas: {
      Refusal: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' } },
      },
      GuildMemberResponse: {
        type: 'object',
        required: ['nick', 'user'],
        properties: {
          nick: { type: ['string', 'null'] },
          user: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        },
      },
      Boat: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          rig: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Rig' }] },
        },
      },
      BoatEdit: {
        type: 'object',
        properties: {
          name: { type: ['string', 'null'], maxLength: 10 },
          rigs: { type: 'array', items: { oneOf: [{ $ref: '#/components/schemas/Rig' }] } },
          notes: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      Rig: { type: 'object', required: ['masts'], properties: { masts: { type: 'integer' } } },
    },
  },
}

let folder = ''
let check: DocumentCheck
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'description-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(description))
  check = createCheck(readDescription(file))
})
afterAll(() => rm(folder, { recursive: true }))

const route = (method: Route['method'], path = '/boats/:id'): Route => ({
  method,
  path,
  callers: 'any',
  handle: () => undefined,
})

function problemsOf(act: (requestLog: ReturnType<typeof createRequestLog>) => void): string[] {
  const requestLog = createRequestLog(() => 0, defaultConditions)
  act(requestLog)
  return requestLog.violations().map(({ kind, problem }) => `${kind}: ${problem}`)
}
const sent = (method: Route['method'], request: Partial<SentRequest>, path?: string) =>
  problemsOf(requestLog =>
    check.request(route(method, path), { params: {}, query: {}, body: undefined, files: 0, ...request }, requestLog),
  )
const answered = (method: Route['method'], status: number, body?: unknown) =>
  problemsOf(requestLog => check.answer(route(method), status, body, requestLog))

test('described requests pass, whatever the names of their path parameters', () => {
  expect(sent('GET', { query: { limit: '5', kinds: '1,2' } })).toEqual([])
  expect(sent('PATCH', { body: { name: null, rigs: [{ masts: 2 }], notes: { any: 'thing' } } })).toEqual([])
})

test('an operation that is not described is named', () => {
  expect(sent('DELETE', {})).toEqual(['request: this operation is not described'])
  expect(sent('GET', {}, '/harbours')).toEqual(['request: this operation is not described'])
})

test('query fields that are unknown or of the wrong kind are named', () => {
  expect(sent('GET', { query: { limit: 'many', colour: 'red' } })).toEqual([
    'request: query.colour is not described',
    'request: query.limit.value: must be integer',
  ])
  expect(sent('GET', { query: { limit: '500' } })).toHaveLength(1)
})

test('body fields that are wrong, unknown or missing are named by their path', () => {
  expect(sent('PATCH', {})).toEqual(['request: the body is missing'])
  expect(sent('PATCH', { body: { name: 'a name too long' } })).toEqual([
    'request: body.name: must NOT have more than 10 characters',
  ])
  expect(sent('PATCH', { body: { colour: 'red', rigs: [{ masts: 1, sails: 3 }] } })).toEqual([
    'request: body.colour is not described',
    'request: body.rigs.0.sails is not described',
  ])
})

test('each entry of a long list is checked, also after a valid list, whatever ids are in it', () => {
  const boats = (from: number, changed: object = {}) =>
    Array.from({ length: 40 }, (_, n) => ({
      id: `12345678901234${from + n}`,
      name: 'Petrel',
      ...(n === 30 && changed),
    }))
  const put = (body: unknown) => sent('PUT', { body }, '/boats')
  for (const from of [100_000, 100_000, 200_000]) expect(put(boats(from))).toEqual([])
  for (let round = 0; round < 2; round++) {
    expect(put(boats(100_000, { id: 7 }))).toEqual(['request: body.30.id: must be string'])
    expect(put(boats(100_000, { colour: 'red' }))).toEqual(['request: body.30.colour is not described'])
    expect(put(boats(300_000))).toEqual([])
  }
})

test('fields of answers that are not described are named', () => {
  expect(answered('GET', 200, { id: '1', name: 'Petrel', colour: 'red' })).toEqual([
    'answer: 200 answer.colour is not described',
  ])
})

test('refusals must have a described shape, too', () => {
  expect(answered('GET', 404, { code: 10_003, message: 'Unknown Boat' })).toEqual([])
  expect(answered('GET', 404, { code: '10003', message: 'Unknown Boat', boat: '1' })).toEqual([
    'answer: 404 answer.code: must be integer',
    'answer: 404 answer.boat is not described',
  ])
})

test('what events carry is checked part by part, with what only the gateway has or leaves out', () => {
  const told = (type: string, data: object) => problemsOf(requestLog => check.event(type, data, requestLog))
  const user = { id: '1' }
  expect(told('GUILD_MEMBER_ADD', { guild_id: '2', nick: null, user })).toEqual([])
  expect(told('GUILD_MEMBER_ADD', { guild_id: '2', nick: 3, user, colour: 'red' })).toEqual([
    'event: event.nick: must be string,null',
    'event: event.colour is not described',
  ])
  expect(
    told('GUILD_MEMBERS_CHUNK', {
      members: [
        { nick: null, user },
        { nick: null, user: {} },
      ],
    }),
  ).toEqual(["event: event.members.1.user: must have required property 'id'"])
  expect(told('TYPING_START', { member: { user }, user_id: '1' })).toEqual([
    "event: event.member: must have required property 'nick'",
  ])
  expect(told('GUILD_ROLE_DELETE', { guild_id: '2', role_id: '3' })).toEqual([])
  expect(told('TIDE_CREATE', { height: 3 })).toHaveLength(1)
})

test('answers must have a described status and shape', () => {
  expect(answered('GET', 200, { id: '1', name: 'Petrel', rig: null })).toEqual([])
  expect(answered('GET', 200, { id: '1', name: 'Petrel', rig: { masts: 'two' } })).toEqual([
    'answer: 200 answer.rig.masts: must be integer',
  ])
  expect(answered('GET', 200, { id: '1' })).toEqual(["answer: 200 answer: must have required property 'name'"])
  expect(answered('GET', 201, {})).toEqual(['answer: status 201 is not described'])
  expect(answered('PATCH', 204)).toEqual([])
  expect(answered('PATCH', 204, {})).toEqual(['answer: 204 is described without a body'])
})
