import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '#contract'
import { explain } from '#kit/discord-errors.ts'
import { codeOf, newReference, UserError } from '#kit/errors.ts'
import type { Logger } from '../log.ts'
import { sendPage } from './answers/page.ts'
import { failurePage } from './failure-page.ts'
import { isOpenedInTab } from './opened-in-tab.ts'

/** Readable sentences for what Fastify and its static file plugin refuse before a handler runs. */
const refusals: Record<number, [code: string, sentence: string]> = {
  400: ['http.malformed', 'The request could not be read. Send valid JSON.'],
  404: ['http.not_found', 'There is nothing at this address.'],
  412: ['http.changed', 'This is no longer the requested version. Load it again.'],
  413: ['http.too_large', 'The request is too large.'],
  414: ['http.too_long', 'The address is too long.'],
  415: ['http.media_type', 'Send the request as application/json.'],
  416: ['http.range', 'The file is shorter than the part that was asked for.'],
}

/** The answer to a failed call: a person's mistake is sent as it is, a bug as a reference that is also in the log. */
function failureReply(
  error: unknown,
  log: Logger,
  request: Pick<FastifyRequest, 'method' | 'routeOptions'>,
): { status: number; body: ErrorReply } {
  const known = explain(error) ?? refusal(error)
  if (known) {
    const { status, code, message, fields, conflict } = known
    const body = {
      success: false as const,
      error: message,
      code,
      ...(fields && { fields }),
      ...(conflict && { conflict }),
    }
    return { status, body }
  }
  const reference = newReference()
  log.error({ err: error, reference, method: request.method, route: request.routeOptions.url }, 'request failed')
  return { status: 500, body: { success: false, error: 'Something went wrong.', code: 'kernel.unexpected', reference } }
}

/** The HTTP status of an error of Fastify's; other values under that property do not count. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

/**
 * Whether an error is a refusal by Fastify, or one of `http-errors`, which the static file plugin throws with `expose`.
 */
function isRefusal(error: unknown, status: number): boolean {
  if (!(error instanceof Error) || status >= 500) return false
  const malformed = error instanceof SyntaxError && status === 400
  return malformed || codeOf(error).startsWith('FST_') || ('expose' in error && error.expose === true)
}

function refusal(error: unknown): UserError | undefined {
  const code = codeOf(error)
  const status = statusOf(error)
  if (status === undefined || !isRefusal(error, status)) return undefined
  if (code === 'FST_ERR_BAD_URL') return new UserError('http.address', 'This is not a valid address.', 400)
  const [reason, sentence] = refusals[status] ?? ['http.refused', 'The request was refused.']
  return new UserError(reason, sentence, status)
}

/** Answers a request that threw anything: with JSON, or with a page when it was opened in a tab. */
export const sendFailure =
  (log: Logger) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = failureReply(error, log, request)
    void reply.code(status)
    if (request.method !== 'GET' || !isOpenedInTab(request)) {
      void reply.header('cache-control', 'no-store').send(body)
      return
    }
    const { policy, html } = failurePage(status, body)
    sendPage(reply, policy, html)
  }
