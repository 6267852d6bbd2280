import { hash } from 'node:crypto'
import type { RequestLog, Violation } from '../request-log.ts'
import type { Route } from '../route.ts'
import { type ApiDescription, type DescribedOperation, readDescription } from './description.ts'
import { bareEvents, eventParts, valuesAt } from './events.ts'
import type { Schema } from './soundness.ts'
import { unknownKeys } from './unknown-keys.ts'

export interface SentRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  /** How many files were uploaded with it. */
  files: number
}

/** Checks what a bot sends, and the answers and events that it gets, against Discord's published API description. */
export interface DocumentCheck {
  request(route: Route, sent: SentRequest, requestLog: RequestLog): void
  answer(route: Route, status: number, body: unknown, requestLog: RequestLog): void
  /** Checks the parts of a gateway event that are objects in the description. */
  event(type: string, data: object, requestLog: RequestLog): void
}

/**
 * Compiling the description takes seconds, and compiled descriptions never change, so all sandboxes of a process share
 * them.
 */
const read = new Map<string, DocumentCheck>()

/** @throws Error when the file cannot be read */
export function readDocument(file: string): DocumentCheck {
  const check = read.get(file) ?? createCheck(readDescription(file))
  read.set(file, check)
  return check
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** Writes 'mentions.3.member' as 'mentions.*.member', the notation for fields that only the gateway has. */
const anywhere = (path: string) => path.replaceAll(/\b\d+\b/g, '*')

/**
 * From this many entries on, a list is most likely a bot's commands or a server's channels; tests have thousands of
 * nearly identical ones.
 */
const longList = 20
const idOf = /"[1-9]\d{16,19}"/g

export function createCheck(description: ApiDescription): DocumentCheck {
  /** Hashes of long lists that passed the check; the ids in them make no difference. */
  const sound = new WeakMap<Schema, Set<string>>()

  function problemsIn(schema: Schema, value: unknown, look: () => string[]): string[] {
    if (!Array.isArray(value) || value.length < longList) return look()
    const known = sound.get(schema) ?? new Set()
    sound.set(schema, known)
    const text = hash('sha1', JSON.stringify(value).replaceAll(idOf, '"1"'))
    const problems = known.has(text) ? [] : look()
    if (problems.length === 0) known.add(text)
    return problems
  }

  function report(requestLog: RequestLog, kind: Violation['kind'], where: string, problems: readonly string[]) {
    for (const problem of problems) requestLog.violate({ kind, where, problem })
  }

  function bodyProblems(operation: DescribedOperation, { body, files }: SentRequest): string[] {
    const schema = (files > 0 ? operation.multipartBody : undefined) ?? operation.requestBody
    if (body === undefined) return operation.requestBodyRequired && files === 0 ? ['the body is missing'] : []
    if (schema === undefined) return ['a body is sent where none is described']
    return problemsIn(schema, body, () => [
      ...description.problems(schema, body).map(problem => `body${problem}`),
      ...unknownKeys(description, schema, body).map(path => `body.${path} is not described`),
    ])
  }

  function queryProblems(operation: DescribedOperation, query: Record<string, string>): string[] {
    const strange = Object.keys(query).filter(name => !operation.query.has(name))
    const missing = [...operation.query].filter(([name, { required }]) => required && !(name in query))
    const wrong = [...operation.query].flatMap(([name, { schema }]) =>
      query[name] === undefined
        ? []
        : description.textProblems(schema, query[name]).map(problem => `query.${name}${problem}`),
    )
    return [
      ...strange.map(name => `query.${name} is not described`),
      ...missing.map(([name]) => `query.${name} is missing`),
      ...wrong,
    ]
  }

  /** Each part's schema is built only once, since compiled schemas are cached by identity. */
  const parts = new Map<string, { at: string; schema: Schema; extra: readonly string[] }[]>()
  const checked = new WeakSet<object>()

  function partsOf(type: string) {
    const known = parts.get(type)
    if (known) return known
    const made = (eventParts[type] ?? []).map(({ at, schemas, extra = [], missing }) => ({
      at,
      schema: { anyOf: schemas.map(name => description.named(name, missing)) },
      extra,
    }))
    parts.set(type, made)
    return made
  }

  function answerProblems(schema: Schema, status: number, body: unknown): string[] {
    return problemsIn(schema, body, () => [
      ...description.problems(schema, body).map(problem => `${status} answer${problem}`),
      ...unknownKeys(description, schema, body).map(path => `${status} answer.${path} is not described`),
    ])
  }

  return {
    request(route, sent, requestLog) {
      const where = nameOf(route)
      const operation = description.operation(route.method, route.path)
      if (!operation) return report(requestLog, 'request', where, ['this operation is not described'])
      report(requestLog, 'request', where, [...queryProblems(operation, sent.query), ...bodyProblems(operation, sent)])
    },
    answer(route, status, body, requestLog) {
      const where = nameOf(route)
      const operation = description.operation(route.method, route.path)
      if (!operation) return
      const described = operation.answers.get(`${status}`) ?? operation.answers.get(`${Math.floor(status / 100)}XX`)
      if (!described) return report(requestLog, 'answer', where, [`status ${status} is not described`])
      if (described.schema === undefined)
        return report(requestLog, 'answer', where, body === undefined ? [] : [`${status} is described without a body`])
      report(requestLog, 'answer', where, answerProblems(described.schema, status, body))
    },
    event(type, data, requestLog) {
      // A guild in an outage is sent with little more than its id.
      if (checked.has(data) || ('unavailable' in data && data.unavailable === true)) return
      checked.add(data)
      const known = type in eventParts || bareEvents.has(type)
      if (!known) return report(requestLog, 'event', type, ['what this event carries is not in rest/openapi/events.ts'])
      for (const { at, schema, extra } of partsOf(type))
        for (const { path, value } of valuesAt(data, at)) {
          const unknown = unknownKeys(description, schema, value).filter(key => !extra.includes(anywhere(key)))
          report(requestLog, 'event', type, [
            ...description.problems(schema, value).map(problem => `event${path}${problem}`),
            ...unknown.map(key => `event${path}.${key} is not described`),
          ])
        }
    },
  }
}
