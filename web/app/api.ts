import type { z } from 'zod'
import type { Conflict, Contract, Endpoint, ErrorReply, Form, Reply, Upload } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { waitForTurn } from './request-throttle.ts'
import { LostConnection, sendAct } from './send-act.ts'

/** A call that failed: the server's sentence, or one of ours when no server answered. */
export class ApiError extends Error {
  /** The HTTP status; 0 when nothing answered. */
  readonly status: number
  readonly code: string
  /** Field name to sentence. */
  readonly fields: Record<string, string>
  /** What to quote to whoever runs the bot. */
  readonly reference: string | undefined
  /** What somebody else has changed in the meantime. */
  readonly conflict: Conflict | undefined

  constructor(status: number, reply: Omit<ErrorReply, 'success'>) {
    super(reply.error)
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code
    this.fields = reply.fields ?? {}
    this.reference = reply.reference
    this.conflict = reply.conflict
  }
}

/** The server's own sentence about a failure, if it answered with one. */
export const serverSentence = (error: unknown): string | undefined =>
  error instanceof ApiError && !error.code.startsWith('web.') && error.message !== '' ? error.message : undefined

/** Whether the call may have taken effect although no answer came: it must not be reported as failed. */
export const isInDoubt = (error: unknown): boolean => error instanceof ApiError && error.code === 'web.in-doubt'

/** The text to show for a failure: the server's own sentence, or what failed and that no server answered. */
export function failureText(error: unknown, otherwise: string): string {
  const sentence = error instanceof ApiError && isInDoubt(error) ? error.message : serverSentence(error)
  if (sentence !== undefined) return sentence
  if (!(error instanceof ApiError && error.status === 0)) return otherwise
  return `${otherwise.replace(/ Try again\.$/, '').replace(/\.?$/, '.')} ${error.message}`
}

/** The code of a refusal that has none: a proxy's. */
const unnamed = 'http.unnamed'

/** Whether the server, and not a proxy, answered that the caller may not do or see this. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.code !== unnamed && !error.code.startsWith('web.')

/** Whether the server refused the call. After any other failure it is not certain that the call had no effect. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Whether the server answered that nobody is signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type ParamsOf<P extends string> = [ParamNames<P>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamNames<P>, string> }
type QueryOf<E extends Endpoint> = E['query'] extends z.ZodObject
  ? { query?: z.input<E['query']> }
  : { query?: undefined }
type BodyOf<E extends Endpoint> = E['body'] extends z.ZodObject
  ? { body: z.input<E['body']> }
  : E['body'] extends Upload<infer F>
    ? { body: z.input<F> & { file: File } }
    : { body?: undefined }

/** The arguments of a call to the endpoint. */
type CallInput<E extends Endpoint> = ParamsOf<E['path']> & QueryOf<E> & BodyOf<E> & { signal?: AbortSignal }
type Arguments<I> = Partial<I> extends I ? [input?: I] : [input: I]

interface Loose {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  /** Whether its contract says that it changes nothing. */
  onlyAsks?: boolean | undefined
}

/** `/guild/:guildId/x` with its parameters filled in, below `/api`. @throws Error when one is missing */
export function address(path: string, { params = {}, query = {} }: Loose = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs '${name}'`)
    return encodeURIComponent(value)
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return `/api${filled}${search && `?${search}`}`
}

/** The sentence and code of a refusal. Only ours have a code: a proxy may answer with nothing but `error`. */
export function refusalIn(reply: unknown): Omit<ErrorReply, 'success'> | undefined {
  if (typeof reply !== 'object' || reply === null || !('error' in reply) || typeof reply.error !== 'string')
    return undefined
  // An answer with a code is one of the product's.
  if ('code' in reply && typeof reply.code === 'string') return reply as ErrorReply
  return { code: unnamed, error: reply.error }
}

/** An upload as browsers send it: the fields first, a switch as 'on' or 'off'. */
function formOf({ file, ...fields }: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'boolean') form.append(name, value ? 'on' : 'off')
    if (typeof value === 'string' || typeof value === 'number') form.append(name, String(value))
  }
  if (file instanceof Blob) form.append('file', file)
  return form
}

/** A reverse proxy gives up after a minute, so waiting much longer is pointless (ms). */
const longestMs = 90_000
/** Bytes that a slow phone sends in a millisecond. Settings or levels imported from a file can be millions of bytes. */
const leastPerMs = 16

/** Size in bytes: in most scripts a letter takes two or three. */
const bytesOf = (part: string | File) => (typeof part === 'string' ? new Blob([part]).size : part.size)

function sizeOf(body: string | FormData | undefined): number {
  const parts = body instanceof FormData ? [...body.values()] : [body ?? '']
  return parts.reduce((sum, part) => sum + bytesOf(part), 0)
}

/** The text for a call that could not be sent. */
export const unreachable = 'The server cannot be reached. Check your connection.'

/** Statuses of a proxy that gave up waiting for the server, or lost the connection to it. */
const givenUp = [502, 504, 524]

/**
 * The error for a call that got no answer from the server. Trying again does no harm: the request has an idempotency
 * key, or its contract says why a second one changes nothing more.
 * @param onlyAsks whether the call cannot have changed anything
 * @param what what happened: 'The server took too long to answer.'
 */
function unanswered(onlyAsks: boolean, status: number, what: string): ApiError {
  if (onlyAsks) return new ApiError(status, { code: 'web.unanswered', error: `${what} Check your connection.` })
  const doubt = 'It may still have gone through: reload the page to check, or try again.'
  return new ApiError(status, { code: 'web.in-doubt', error: `${what} ${doubt}` })
}

/** How long to wait for an answer (ms): 90 s, and as long as sending the body may take. */
const patience = (body: string | FormData | undefined): number => longestMs + sizeOf(body) / leastPerMs

/**
 * A signal that also aborts with another one.
 * @param ms after how long it aborts by itself
 * @returns the signal, whether it timed out, and a function to call when the request is over
 */
function limited(signal: AbortSignal | undefined, ms: number) {
  const own = new AbortController()
  const end = () => own.abort()
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  const timer = setTimeout(end, ms)
  return {
    signal: own.signal,
    hasEnded: () => own.signal.aborted && signal?.aborted !== true,
    over() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    },
  }
}

async function request(method: string, path: string, input: Loose = {}): Promise<unknown> {
  const waits = method === 'GET' ? waitForTurn() : undefined
  if (waits) await waits
  const body = input.body === undefined || input.body instanceof FormData ? input.body : JSON.stringify(input.body)
  const limit = limited(input.signal, patience(body))
  const onlyAsks = method === 'GET' || input.onlyAsks === true
  const lost = (status: number, what: string) => unanswered(onlyAsks, status, what)
  try {
    return await requestWithin(limit, lost, method, path, { ...input, body })
  } finally {
    limit.over()
  }
}

async function requestWithin(
  limit: ReturnType<typeof limited>,
  lost: (status: number, what: string) => ApiError,
  method: string,
  path: string,
  input: Loose & { body: string | FormData | undefined },
): Promise<unknown> {
  const tooLong = () => lost(0, 'The server took too long to answer.')
  const { signal } = limit
  let response: Pick<Response, 'ok' | 'status' | 'json'>
  try {
    response = await (method === 'GET'
      ? fetch(address(path, input), { credentials: 'same-origin', headers: { accept: 'application/json' }, signal })
      : sendAct(address(path, input), { method, body: input.body ?? '{}', signal }))
  } catch (error) {
    if (limit.hasEnded()) throw tooLong()
    if (input.signal?.aborted) throw error
    if (error instanceof LostConnection && error.hasLeft)
      throw lost(0, 'The connection was lost before the server answered.')
    throw new ApiError(0, { code: 'web.unreachable', error: unreachable })
  }
  const reply: unknown = await response.json().catch((error: unknown) => {
    if (input.signal?.aborted) throw error
    return undefined
  })
  if (reply === undefined && limit.hasEnded()) throw tooLong()
  if (response.ok && reply !== undefined) return reply
  const { status } = response
  const refusal = refusalIn(reply)
  const isGivenUp = givenUp.includes(status)
  // A proxy that gave up does not know what the server did, whatever its sentence says.
  if (refusal && !(isGivenUp && refusal.code === unnamed)) throw new ApiError(status, refusal)
  const answered = `The server answered ${status}.`
  const mayBeDone = method !== 'GET' && input.onlyAsks !== true
  if (mayBeDone && (response.ok || isGivenUp)) throw lost(status, answered)
  throw new ApiError(status, { code: 'web.unreadable', error: answered })
}

/**
 * Calls an endpoint of a contract: `call(general, 'stats', { params: { guildId } })`.
 * @throws ApiError
 */
export function call<C extends Contract, K extends keyof C['endpoints'] & string>(
  contract: C,
  name: K,
  ...[input]: Arguments<CallInput<C['endpoints'][K] & Endpoint>>
): Promise<Reply<C['endpoints'][K] & Endpoint>> {
  const endpoint = contract.endpoints[name]
  if (!endpoint) throw new Error(`${contract.name} has no endpoint '${name}'`)
  const { body } = endpoint
  const sent = body && 'takes' in body && input?.body ? { ...input, body: formOf(input.body) } : input
  return request(endpoint.method, endpoint.path, { ...sent, onlyAsks: endpoint.onlyAsks }) as Promise<
    Reply<C['endpoints'][K] & Endpoint>
  >
}

type EndpointsOf<C extends Contract> = C['endpoints'][keyof C['endpoints']]
type ReadPath<C extends Contract> = Extract<EndpointsOf<C>, { method: 'GET' }>['path']

/**
 * Reads by path and imports the contract as a type only, so that pages without a form do not load zod.
 * `reader<typeof kernel>()('/user')`. Elsewhere use {@link call}.
 */
export const reader =
  <C extends Contract>() =>
  <P extends ReadPath<C>>(
    path: P,
    ...[input]: Arguments<
      ParamsOf<P> & QueryOf<Extract<EndpointsOf<C>, { method: 'GET'; path: P }> & Endpoint> & { signal?: AbortSignal }
    >
  ): Promise<Reply<Extract<EndpointsOf<C>, { method: 'GET'; path: P }>>> =>
    request('GET', path, input) as Promise<Reply<Extract<EndpointsOf<C>, { method: 'GET'; path: P }>>>

/**
 * What GET at a form's address returns: the guild, the form's view under its key (its fields are read with
 * `editedFrom`), and the revision to post changes with.
 */
type FormAnswer<F extends Form> = {
  guild: GuildCore
  revision: number
  readOnly?: string[]
  /** Settings that the caller cannot change, or choices that they cannot make, with the reason; by flag and posted key. */
  refused?: Record<string, Record<string, string | Record<string, string>>>
} & Record<string, z.output<F['shows']> | undefined>

/** Reads a form's view. All forms at one address are read in one reply. @throws ApiError */
export const readForms = <F extends Form>(form: F, guildId: string, signal?: AbortSignal) =>
  request('GET', form.address, { params: { guildId }, signal }) as Promise<FormAnswer<F>>

/**
 * Posts some of a form's fields, given by their posted names.
 * @throws ApiError with `fields` where single fields are at fault
 */
export async function submitForm(
  form: Form,
  guildId: string,
  fields: Record<string, unknown>,
  revision?: number,
): Promise<{ success: true } & Record<string, unknown>> {
  // A page with a form has already loaded its contract; the public pages, which also load this file, have not.
  const { bodyOf } = await import('#contract')
  const body = bodyOf(form, fields, revision)
  const answer = await request('POST', form.address, { params: { guildId }, body })
  return answer as { success: true } & Record<string, unknown>
}
