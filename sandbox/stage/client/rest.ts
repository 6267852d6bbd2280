/** Why Discord's API refused, in a readable sentence. */
export class RestFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.name = 'RestFailure'
    this.status = status
    this.code = code
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Calls `/api/v10` as one account. Rate limits are waited for, three times at most. */
export interface Rest {
  call<T>(method: Method, path: string, body?: unknown, files?: readonly File[]): Promise<T>
}

const LONGEST_WAIT_MS = 10_000

/** @param base where the sandbox answers; empty for the origin of the page */
export function createRest(token: string | undefined, base = ''): Rest {
  async function attempt<T>(
    method: Method,
    path: string,
    body: unknown,
    files: readonly File[],
    left: number,
  ): Promise<T> {
    const response = await fetch(`${base}/api/v10${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(body !== undefined && files.length === 0 && { 'content-type': 'application/json' }),
      },
      ...((body !== undefined || files.length > 0) && {
        body: files.length > 0 ? form(body, files) : JSON.stringify(body),
      }),
    })
    const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
    if (response.ok) return answer as T
    if (response.status === 429 && left > 0) {
      await new Promise(resolve => setTimeout(resolve, waitOf(answer)))
      return attempt(method, path, body, files, left - 1)
    }
    throw failureOf(response.status, answer)
  }
  return { call: (method, path, body, files = []) => attempt(method, path, body, files, 3) }
}

function form(body: unknown, files: readonly File[]): FormData {
  const data = new FormData()
  const attachments = files.map((file, id) => ({ id: String(id), filename: file.name }))
  data.set('payload_json', JSON.stringify({ ...(typeof body === 'object' ? body : undefined), attachments }))
  for (const [place, file] of files.entries()) data.set(`files[${place}]`, file)
  return data
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function waitOf(answer: unknown): number {
  const seconds = field(answer, 'retry_after')
  return Math.min(LONGEST_WAIT_MS, (typeof seconds === 'number' ? seconds : 1) * 1000)
}

/** The first field problem says more than 'Invalid Form Body'. */
function failureOf(status: number, answer: unknown): RestFailure {
  const code = field(answer, 'code')
  const message = firstProblem(field(answer, 'errors')) ?? field(answer, 'message')
  return new RestFailure(
    status,
    typeof code === 'number' ? code : 0,
    typeof message === 'string' ? message : `The sandbox answered ${status}.`,
  )
}

function firstProblem(errors: unknown): string | undefined {
  const own = field(errors, '_errors')
  if (Array.isArray(own)) {
    const message = field(own[0], 'message')
    if (typeof message === 'string') return message
  }
  if (typeof errors !== 'object' || errors === null) return undefined
  for (const value of Object.values(errors)) {
    const found = firstProblem(value)
    if (found !== undefined) return found
  }
  return undefined
}

export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : 'Something went wrong.')
