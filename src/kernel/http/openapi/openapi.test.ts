// @module-tag long
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Contract, type Endpoint, type Form, joinedForm } from '#contract'
import kernel from '#kernel/contract.ts'
import type { ApiDocument, ApiOperation } from '../../openapi/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { strict } from '../../strict-schema.ts'

let app: Harness
let api: ApiDocument
beforeAll(async () => {
  app = await createHarness()
  api = (await app.visitor().call('GET', '/api/openapi.json')).body as ApiDocument
})
afterAll(() => app.close())

const contracts = (): Contract[] => [kernel, ...app.product.services.features.map(({ contract }) => contract)]
const addressOf = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const operations = (): [string, ApiOperation][] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, ApiOperation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
const operationAt = (path: string, method: string) => api.paths[addressOf(`/api${path}`)]?.[method.toLowerCase()]
const jsonOf = (part: { content: ApiOperation['responses'][string]['content'] } | undefined) =>
  part?.content['application/json']

test('every mounted route is described, and nothing else is', () => {
  const mounted = app.product.http.routes.map(({ method, path }) => `${method} ${addressOf(path)}`)
  expect(
    operations()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(mounted.toSorted())
})

test('every operation has a unique id, a summary, a tag and its requirements', () => {
  const all = operations().map(([, operation]) => operation)
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
  const unclear = all
    .filter(({ summary }) => !/^[A-Z][^\n]{8,160}\.$/.test(summary))
    .map(({ operationId }) => operationId)
  expect(unclear).toEqual([])
  const needs = app.product.http.routes.map(route => `${route.method} ${addressOf(route.path)} ${route.needs}`)
  expect(
    operations()
      .map(([name, operation]) => `${name} ${operation['x-needs']}`)
      .toSorted(),
  ).toEqual(needs.toSorted())
})

test('every path names its parameters, and every schema is valid', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const wrong: string[] = []
  for (const [name, { parameters, requestBody, responses }] of operations()) {
    const named = parameters.filter(parameter => parameter.in === 'path').map(parameter => `{${parameter.name}}`)
    if (named.join() !== (name.match(/\{\w+\}/g) ?? []).join()) wrong.push(`${name}: ${named.join()}`)
    const contents = [requestBody, ...Object.values(responses)].flatMap(part => Object.values(part?.content ?? {}))
    const schemas = [...parameters, ...contents].map(part => part.schema).filter(schema => !('$ref' in schema))
    for (const schema of schemas) if (ajv.validateSchema(schema) !== true) wrong.push(`${name}: ${ajv.errorsText()}`)
    for (const { schema, example, examples = {} } of contents) {
      const values = [example, ...Object.values(examples).map(({ value }) => value)].filter(
        value => value !== undefined,
      )
      for (const value of values) if (!ajv.validate(schema, value)) wrong.push(`${name}: ${ajv.errorsText()}`)
    }
  }
  expect(wrong).toEqual([])
})

test('the schemas show limits that are enforced by custom checks', () => {
  const edit = operationAt('/guild/:guildId/moderation/cases/:number', 'PATCH')
  expect(jsonOf(edit?.requestBody)?.schema).toMatchObject({
    properties: { reason: { type: 'string', maxLength: 400, title: 'Reason' } },
    required: ['reason'],
  })
  expect(JSON.stringify(api)).not.toMatch(/"control"|"posted":|"shown":|9007199254740991/)
})

const problems = (name: string, schema: z.ZodType, value: unknown): string[] => {
  const { success, error } = strict(schema).safeParse(value)
  return success ? [] : error.issues.map(({ path, message }) => `${name}: ${path.join('.')} ${message}`)
}

test('every example is accepted by its contract', () => {
  const wrong: string[] = []
  for (const { name: feature, endpoints, forms } of contracts()) {
    for (const [key, { path, method, body, reply }] of Object.entries<Endpoint>(endpoints)) {
      const operation = operationAt(path, method)
      const name = `${feature}.${key}`
      if (body && !('takes' in body))
        wrong.push(...problems(`${name} body`, body, jsonOf(operation?.requestBody)?.example))
      if (method === 'GET' && !('answers' in reply))
        wrong.push(...problems(`${name} reply`, reply, jsonOf(operation?.responses['200'])?.example))
    }
    for (const [key, form] of Object.entries(forms)) {
      const { address, flag } = form
      const sharing = contracts().flatMap(other => Object.values<Form>(other.forms))
      const others = sharing.filter(other => other !== form && other.address === address && other.flag === flag)
      const { body } = joinedForm(form, others)
      const { [flag]: _flag, ...value } = (jsonOf(operationAt(address, 'POST')?.requestBody)?.examples?.[flag]?.value ??
        {}) as Record<string, unknown>
      wrong.push(...problems(`${feature}.${key} form`, body, value))
    }
  }
  expect(wrong).toEqual([])
})
