import type { RequestLog, Violation } from '../request-log.ts'
import type { Route } from '../route.ts'
import { type ApiDescription, type Operation, readDescription } from './description.ts'
import { unknownKeys } from './unknown-keys.ts'

export interface SentRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  /** How many files came along. */
  files: number
}

/** Checks what a bot sends, and what the sandbox answers, against Discord's published API description. */
export interface DocumentCheck {
  request(route: Route, sent: SentRequest, ledger: RequestLog): void
  answer(route: Route, status: number, body: unknown, ledger: RequestLog): void
}

/** Compiling the description takes seconds and changes nothing: every sandbox of a process shares it. */
const read = new Map<string, DocumentCheck>()

/** @throws Error when the file cannot be read */
export function readDocument(file: string): DocumentCheck {
  const check = read.get(file) ?? createCheck(readDescription(file))
  read.set(file, check)
  return check
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

export function createCheck(description: ApiDescription): DocumentCheck {
  function report(ledger: RequestLog, kind: Violation['kind'], where: string, problems: readonly string[]) {
    for (const problem of problems) ledger.violate({ kind, where, problem })
  }

  function bodyProblems(operation: Operation, { body, files }: SentRequest): string[] {
    const schema = (files > 0 ? operation.multipartBody : undefined) ?? operation.requestBody
    if (body === undefined) return operation.requestBodyRequired && files === 0 ? ['the body is missing'] : []
    if (schema === undefined) return ['a body is sent where none is described']
    const unknown = unknownKeys(description, schema, body).map(path => `body.${path} is not described`)
    return [...description.problems(schema, body).map(problem => `body${problem}`), ...unknown]
  }

  function queryProblems(operation: Operation, query: Record<string, string>): string[] {
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

  return {
    request(route, sent, ledger) {
      const where = nameOf(route)
      const operation = description.operation(route.method, route.path)
      if (!operation) return report(ledger, 'request', where, ['this operation is not described'])
      report(ledger, 'request', where, [...queryProblems(operation, sent.query), ...bodyProblems(operation, sent)])
    },
    answer(route, status, body, ledger) {
      const where = nameOf(route)
      const operation = description.operation(route.method, route.path)
      if (!operation) return
      const described = operation.answers.get(status)
      if (!described) return report(ledger, 'answer', where, [`status ${status} is not described`])
      if (described.schema === undefined)
        return report(ledger, 'answer', where, body === undefined ? [] : [`${status} is described without a body`])
      report(
        ledger,
        'answer',
        where,
        description.problems(described.schema, body).map(problem => `${status} answer${problem}`),
      )
    },
  }
}
