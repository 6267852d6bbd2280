import { expect, test } from 'vitest'
import type { ApiOperation } from '#kernel/openapi/contract.ts'
import { fieldsOf, filterGroups, groupCalls, whoMay } from './api-reference.ts'

const operation = (tag: string, summary: string): ApiOperation => ({
  operationId: summary,
  summary,
  tags: [tag],
  'x-needs': 'view',
  security: [],
  parameters: [],
  responses: {},
})
const groups = groupCalls({
  openapi: '3.1.0',
  info: { title: '', version: '', description: '' },
  servers: [],
  paths: {
    '/api/cases': { get: operation('Case files', 'Lists cases.'), delete: operation('Case files', 'Voids a case.') },
    '/api/levels': { get: operation('Levels', 'Lists members by XP.') },
  },
  components: { securitySchemes: {}, schemas: {} },
})

test('endpoints are grouped by feature, and found by every word in any case', () => {
  expect(groups.map(({ id, calls }) => [id, calls.map(({ method, path }) => `${method} ${path}`)])).toEqual([
    ['case-files', ['GET /api/cases', 'DELETE /api/cases']],
    ['levels', ['GET /api/levels']],
  ])
  const found = (search: string) =>
    filterGroups(groups, search).flatMap(({ calls }) => calls.map(({ summary }) => summary))
  expect(found('LISTS')).toEqual(['Lists cases.', 'Lists members by XP.'])
  expect(found('delete case')).toEqual(['Voids a case.'])
  expect(found('nothing like it')).toEqual([])
  expect(found('')).toHaveLength(3)
})

test('fields state their allowed values', () => {
  const schema = {
    properties: {
      reason: { type: 'string', title: 'Reason', minLength: 1, maxLength: 400 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      enabled: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['on', 'off'] }] },
      channel: { type: ['string', 'null'], description: 'Where' },
      rewards: {
        type: 'array',
        maxItems: 50,
        items: { type: 'object', properties: { roleId: { type: 'string', pattern: String.raw`^\d{17,20}$` } } },
      },
    },
    required: ['reason'],
  }
  expect(fieldsOf(schema)).toEqual([
    { name: 'reason', type: 'text', required: true, about: 'Reason. 1 to 400 characters.' },
    { name: 'limit', type: 'whole number', required: false, about: '1 to 100. Default: 25.' },
    { name: 'enabled', type: 'true or false or on, off', required: false, about: '' },
    { name: 'channel', type: 'text or nothing', required: false, about: 'Where.' },
    { name: 'rewards', type: 'list of object', required: false, about: 'At most 50 entries.' },
    { name: 'rewards[].roleId', type: 'Discord ID', required: false, about: '' },
  ])
})

test('rights of features are named by their titles', () => {
  expect(whoMay('owner')).toBe("The server's owner")
  expect(whoMay('tickets.read')).toBe('Anyone who has the right tickets.read')
})
