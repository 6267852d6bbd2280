import { z } from 'zod'
import { conflict, type Contract, type Endpoint, type Form, joinedForm, type Method, type Need } from '#contract'
import kernel, { guildCore } from '../../contract.ts'
import type { ApiDocument, ApiOperation } from '../../openapi/contract.ts'
import type { Feature } from '../../feature.ts'
import { joinForms } from '../forms.ts'
import { exampleOf } from './example.ts'
import { type JsonSchema, jsonSchemaOf } from './schema.ts'

type Address = ReturnType<typeof joinForms>[number]
type Parameter = ApiOperation['parameters'][number]

const failure = jsonSchemaOf(
  z.object({
    success: z.literal(false),
    error: z.string().meta({ description: 'What went wrong, as a sentence for people.' }),
    code: z.string().meta({ description: 'The feature and the reason.', examples: ['http.invalid'] }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'A sentence for each field at fault, by the name of the field.' }),
    reference: z
      .string()
      .optional()
      .meta({ description: 'A reference to give to the people who run the bot, if the failure is a bug.' }),
    conflict: conflict
      .optional()
      .meta({ description: 'What somebody else has changed in the meantime, if that is why nothing was saved.' }),
  }),
  'output',
)

/**
 * Every call of this copy of the product as OpenAPI 3.1, from the same contracts that the calls are checked with.
 * https://spec.openapis.org/oas/v3.1.0
 */
export function describeApi(features: readonly Feature[], product: { name: string; version: string }): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  const add = (path: string, method: Method, operation: ApiOperation) => {
    const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation }
  }
  for (const contract of [kernel, ...features.map(feature => feature.contract)])
    for (const [name, endpoint] of Object.entries<Endpoint>(contract.endpoints))
      add(endpoint.path, endpoint.method, operationOf(contract, name, endpoint))
  for (const address of joinForms(features)) {
    add(address.path, 'GET', formRead(address))
    add(address.path, 'POST', formWrite(address))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: product.name,
      version: product.version,
      description:
        'The API of the dashboard. Calls need the session cookie of somebody who is signed in, and writes have to come from the same origin.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'palisade' } },
      schemas: { Failure: failure },
    },
  }
}

interface Common {
  id: string
  title: string
  path: string
  needs: Need
  summary: string
}

const common = ({ id, title, path, needs, summary }: Common) => ({
  operationId: id,
  tags: [title],
  summary,
  'x-needs': needs,
  security: needs === 'anyone' ? [] : [{ session: [] }],
  parameters: pathParameters(path),
})

const json = (schema: JsonSchema) => ({ 'application/json': { schema, example: exampleOf(schema) } })
type Content = ApiOperation['responses'][string]['content']
const body = (content: Content) => ({ required: true, content })

const responses = (content: Content, description = 'Done.') => ({
  '200': { description, content },
  default: {
    description: 'Refused or failed.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  },
})

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const isId = name.endsWith('Id')
    return {
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', ...(isId && { pattern: String.raw`^\d{17,20}$`, description: 'A Discord ID.' }) },
    }
  })

function queryParameters(query: z.ZodObject | undefined): Parameter[] {
  const { properties = {}, required } = query ? jsonSchemaOf(query, 'input') : {}
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.has(name),
    schema,
  }))
}

function operationOf(contract: Contract, name: string, endpoint: Endpoint): ApiOperation {
  const { path, needs, summary, query } = endpoint
  const shared = common({ id: `${contract.name}.${name}`, title: contract.title, path, needs, summary })
  const content = bodyOf(endpoint)
  return {
    ...shared,
    parameters: [...shared.parameters, ...queryParameters(query)],
    ...(content && { requestBody: body(content) }),
    responses: answerOf(endpoint),
  }
}

function bodyOf({ body: declared }: Endpoint): Content | undefined {
  if (!declared) return undefined
  if (!('takes' in declared)) return json(jsonSchemaOf(declared, 'input'))
  const { fields, maxBytes, types } = declared
  const schema = jsonSchemaOf(fields, 'input')
  const file = {
    type: 'string',
    format: 'binary',
    description: `At most ${maxBytes} bytes, after all other parts; one of ${types.join(', ')}.`,
  }
  const properties = { ...(schema['properties'] as JsonSchema | undefined), file }
  const required = [...(Array.isArray(schema['required']) ? schema['required'] : []), 'file']
  return { 'multipart/form-data': { schema: { ...schema, properties, required } } }
}

function answerOf({ method, reply }: Endpoint): ApiOperation['responses'] {
  if (!('answers' in reply)) {
    const schema = jsonSchemaOf(reply, 'output')
    return responses(json(method === 'GET' ? schema : withSuccess(schema)))
  }
  const binary: JsonSchema = { type: 'string', format: 'binary' }
  if (reply.answers === 'file')
    return responses(Object.fromEntries(reply.types.map(type => [type, { schema: binary }])), 'A file to download.')
  if (reply.answers === 'page') return responses({ 'text/html': { schema: { type: 'string' } } }, 'A separate page.')
  const events = Object.fromEntries(
    Object.entries(reply.events).map(([event, data]) => [event, jsonSchemaOf(data, 'output')]),
  )
  const schema = {
    type: 'string',
    description: "Server-sent events. 'missed' means that earlier events are no longer known: reload.",
    'x-events': { ...events, missed: { type: 'object' } },
  }
  return responses({ 'text/event-stream': { schema } }, 'A stream that stays open.')
}

const withSuccess = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { success: { type: 'boolean', const: true }, ...(schema['properties'] as JsonSchema | undefined) },
  required: ['success', ...(Array.isArray(schema['required']) ? schema['required'] : [])],
})

const namesOf = (path: string) => path.split('/').at(-1) ?? path
const titlesOf = ({ forms }: Address) => [...new Set(forms.map(({ contract }) => contract.title))]

const revision = z.int().meta({
  description: 'The newest revision of this server. Posted with a form, it protects what others have changed since.',
})
const saved = z.int().optional().meta({ description: 'The new revision, if one was posted.' })
const withRevision = (option: JsonSchema) => ({
  ...option,
  properties: {
    ...(option['properties'] as JsonSchema | undefined),
    revision: jsonSchemaOf(revision, 'input'),
  },
})

function formRead(address: Address): ApiOperation {
  const shapes: Record<string, z.ZodObject> = { guild: guildCore }
  const besides: z.ZodRawShape = {}
  for (const { form } of address.forms) {
    shapes[form.under] = (shapes[form.under] ?? z.object({})).extend(form.view.shape)
    Object.assign(besides, form.beside.shape)
  }
  const summary = `Returns the saved settings of ${titlesOf(address).join(', ')}, with the channels and roles of the server.`
  return {
    ...common({
      id: `${namesOf(address.path)}.read`,
      title: titleOf(address),
      path: address.path,
      needs: address.reads.needs,
      summary,
    }),
    responses: responses(json(jsonSchemaOf(z.object({ ...shapes, ...besides, revision }), 'output'))),
  }
}

const titleOf = (address: Address) => address.forms[0]?.contract.title ?? ''

/** A form's body, without the revision. */
function bodySchema(form: Form): JsonSchema {
  const fields = jsonSchemaOf(form.body, 'input')
  if (form.posts === 'alone') return fields
  if (form.posts === 'within the flag')
    return { type: 'object', properties: { [form.flag]: fields }, required: [form.flag], additionalProperties: false }
  return {
    ...fields,
    properties: {
      [form.flag]: { type: 'boolean', const: true },
      ...(fields['properties'] as JsonSchema | undefined),
    },
    required: [form.flag, ...(Array.isArray(fields['required']) ? fields['required'] : [])],
  }
}

function formWrite(address: Address): ApiOperation {
  const options = [...address.byFlag.values()].flatMap(([first, ...more]) => {
    if (!first) return []
    const form = joinedForm(
      first.form,
      more.map(other => other.form),
    )
    return { title: form.flag, description: form.summary, ...bodySchema(form) }
  })
  const [only, ...more] = options
  const summary =
    only && more.length === 0
      ? only.description
      : 'Saves one of several forms: exactly one of their flags must be true.'
  const examples = Object.fromEntries(
    options.map(option => [option.title, { summary: option.description, value: exampleOf(option) }]),
  )
  return {
    ...common({
      id: `${namesOf(address.path)}.save`,
      title: titleOf(address),
      path: address.path,
      needs: address.writes.needs,
      summary,
    }),
    requestBody: body({ 'application/json': { schema: { oneOf: options.map(withRevision) }, examples } }),
    responses: {
      ...responses(json(withSuccess(jsonSchemaOf(z.object({ revision: saved }), 'output')))),
      '409': {
        description: 'Nothing was saved: since the posted revision, somebody else has changed the same settings.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}
