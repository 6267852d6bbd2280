import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { createSoundness, type Schema } from './soundness.ts'

export interface DescribedOperation {
  query: Map<string, { schema: Schema; required: boolean }>
  requestBody: Schema | undefined
  /** Set when a body with files has more fields than one without. */
  multipartBody: Schema | undefined
  requestBodyRequired: boolean
  /** By status: '200', or '4XX' for all statuses without an entry of their own. */
  answers: Map<string, { schema: Schema | undefined }>
}

/** Discord's API description, compiled lazily. */
export interface ApiDescription {
  /** @param path with ':names', as in our routes */
  operation(method: string, path: string): DescribedOperation | undefined
  resolve(schema: Schema): Schema
  /** A schema by its name; the fields in `missing` are not required. @throws Error when there is none */
  named(name: string, missing?: readonly string[]): Schema
  /** @returns what is wrong with a value, each as '.path: sentence'; empty when it is valid */
  problems(schema: Schema, value: unknown): string[]
  /** The same for a value that arrived as text. */
  textProblems(schema: Schema, text: string): string[]
}

interface RawContent {
  $ref?: string
  content?: Record<string, { schema?: Schema }>
  required?: boolean
}
interface RawParameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}
interface RawOperation {
  parameters?: RawParameter[]
  requestBody?: RawContent
  responses?: Record<string, RawContent>
}
type RawPath = Record<string, RawOperation> & { parameters?: RawParameter[] }
interface RawDocument {
  paths: Record<string, RawPath>
  components: { schemas: Record<string, Schema>; responses?: Record<string, RawContent> }
}

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

/** Discord accepts more spellings of a boolean in the query than the description says. */
const switches: Record<string, string> = { true: 'true', '1': 'true', false: 'false', '0': 'false' }

/** The values that a text in the query can stand for. */
function meanings(text: string): unknown[] {
  const numberIn = (part: string) => (/^-?\d+$/.test(part) ? Number(part) : part)
  const parts = text.split(',')
  const meant = switches[text.toLowerCase()]
  return [text, numberIn(text), ...(meant ? [meant === 'true'] : []), parts, parts.map(numberIn)]
}

const documentId = 'discord.json'

/**
 * Alternatives of the description overlap (a text channel is also a valid news channel), so 'one of' is read as 'any
 * of'; references are made absolute, so that parts can be compiled on their own. An
 * empty list of values beside a reference to the real one says nothing.
 */
const rewrite = (text: string) =>
  text
    .replaceAll('"oneOf":', '"anyOf":')
    .replaceAll('"enum":[],', '')
    .replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`)

const shape = (path: string) => path.replaceAll(/:[a-z_]+|\{[^}]+\}/g, '{}')

const sentence = ({ instancePath, message, params }: ErrorObject) => {
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown[] }
  const detail = additionalProperty ?? allowedValues?.slice(0, 6).join(', ')
  return `${instancePath.replaceAll('/', '.')}: ${message}${detail === undefined ? '' : ` (${detail})`}`
}

/** Picks the deepest errors of all alternatives, which are the most specific. */
function worst(errors: readonly ErrorObject[]): string[] {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length
  const deepest = Math.max(...errors.map(depth))
  const chosen = errors.filter(error => depth(error) === deepest && error.keyword !== 'anyOf')
  return [...new Set((chosen.length > 0 ? chosen : errors).map(sentence))].slice(0, 3)
}

export function readDescription(file: string): ApiDescription {
  const document = JSON.parse(rewrite(JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))))) as RawDocument
  const named = (reference: string) => document.components.schemas[nameIn(reference)]
  const soundness = createSoundness(named)
  // A compiled schema runs only a few times, for values that are not sound: neither inlining nor optimizing pays off.
  const settings = {
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: true,
    inlineRefs: false,
    code: { optimize: false },
  }
  const ajv = new Ajv2020(settings)
  const lenient = new Ajv2020({ ...settings, coerceTypes: 'array' })
  for (const each of [ajv, lenient]) each.addSchema({ $id: documentId, components: document.components })
  const paths = new Map(Object.entries(document.paths).map(([path, item]) => [shape(path), item]))
  const operations = new Map<string, DescribedOperation | undefined>()
  const compiled = new WeakMap<Schema, ValidateFunction>()
  /** For values that arrive as text: coercion writes into the parent, so each is compiled as a property of one. */
  const texts = new WeakMap<Schema, ValidateFunction>()

  function read(method: string, path: string): DescribedOperation | undefined {
    const item = paths.get(shape(path))
    const raw = item?.[method.toLowerCase()]
    if (!item || !raw) return undefined
    const parameters = [...(item.parameters ?? []), ...(raw.parameters ?? [])].filter(
      ({ in: where }) => where === 'query',
    )
    const content = raw.requestBody?.content
    return {
      query: new Map(
        parameters.map(({ name, required, schema }) => [name, { schema: schema ?? {}, required: required === true }]),
      ),
      requestBody: (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema,
      multipartBody: content?.['multipart/form-data']?.schema,
      requestBodyRequired: raw.requestBody?.required === true,
      answers: new Map(
        Object.entries(raw.responses ?? {}).map(([status, answer]) => {
          const meant = answer.$ref === undefined ? answer : document.components.responses?.[nameIn(answer.$ref)]
          return [status, { schema: meant?.content?.['application/json']?.schema }]
        }),
      ),
    }
  }

  return {
    operation(method, path) {
      const key = `${method} ${path}`
      if (!operations.has(key)) operations.set(key, read(method, path))
      return operations.get(key)
    },
    resolve(schema) {
      const reference = schema['$ref']
      if (typeof reference !== 'string') return schema
      return named(reference) ?? {}
    },
    named(name, missing = []) {
      const schema = document.components.schemas[name]
      if (!schema) throw new Error(`the description has no schema ${name}`)
      const required = Array.isArray(schema['required']) ? schema['required'] : []
      return { ...schema, required: required.filter(key => !missing.includes(key)) }
    },
    problems(schema, value) {
      if (soundness(schema)(value)) return []
      const validate = compiled.get(schema) ?? ajv.compile(schema)
      compiled.set(schema, validate)
      return validate(value) ? [] : worst(validate.errors ?? [])
    },
    textProblems(schema, text) {
      if (meanings(text).some(soundness(schema))) return []
      const validate = texts.get(schema) ?? lenient.compile({ type: 'object', properties: { value: schema } })
      texts.set(schema, validate)
      const ways = [text, text.split(','), switches[text.toLowerCase()] ?? text]
      return ways.some(value => validate({ value })) ? [] : worst(validate.errors ?? [])
    },
  }
}
