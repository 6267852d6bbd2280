import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Sandbox } from '../context.ts'
import type { Grants } from '../oauth/grants.ts'
import { DiscordError, invalidForm } from '../world/errors.ts'
import { isSnowflake, notSnowflake } from '../world/form.ts'
import { admit, authenticate, unauthorized } from './authenticate.ts'
import { auditReason, parseBody } from './body.ts'
import { drawJourney, takeFailure, travel } from './faults.ts'
import { watchFields } from './unread-fields.ts'
import type { RequestLog } from './request-log.ts'
import { type Act, keptBody } from '../recording/recording.ts'
import { type Begun, recordedBot, type Tape } from '../recording/act-log.ts'
import type { DocumentCheck } from './openapi/check.ts'
import { type RateLimits, refuse } from './rate-limits.ts'
import type { RestCaller, RestAnswer, Route, RequestFile } from './route.ts'
import type { FoundRoute } from './router.ts'

/** What answering a request takes besides the route. */
export interface AnswerContext {
  sandbox: Sandbox
  grants: Grants
  requestLog: RequestLog
  rateLimits: RateLimits
  tape: Tape
  /** Discord's own API description, if one was provided. */
  document: DocumentCheck | undefined
}

export const serverError = { message: '500: Internal Server Error', code: 0 }

/** The body of an error that says no more than its status, worded as by Discord. */
const plainError = (status: number) => ({ message: `${status}: ${STATUS_CODES[status] ?? 'Unknown'}`, code: 0 })

/** Cloudflare's answer to a request that it does not pass on to Discord. */
const cloudflare = { body: 'error code: 1015', contentType: 'text/plain; charset=UTF-8' }

interface Answered {
  status: number
  headers: Record<string, string>
  body: unknown
  /** Set when the answer is not JSON; the body is then sent as it is. */
  contentType?: string | undefined
}

/** What is known about a request so far. It is logged at the end, whatever stage the request reached. */
interface Progress {
  caller: RestCaller
  body: unknown
  files: readonly RequestFile[]
  reason: string | undefined
  headers: Record<string, string>
  act?: Act
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/**
 * Whether the caller counts as a bot. Bots answer interactions and use webhooks without their token; the Slack and
 * GitHub webhook routes are for other services.
 */
const isBot = (caller: RestCaller, route: Route) =>
  caller.kind === 'bot' ||
  (caller.kind === 'none' && /^\/(webhooks|interactions)\/(?!.*\/(slack|github)$)/.test(route.path))

const flat = (query: Record<string, string | string[]>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  )

/**
 * Adds multipart files that are fields of their own, such as a sticker's, to the body; `files[n]` are described
 * separately.
 */
function withNamedFiles(body: unknown, files: readonly RequestFile[]): unknown {
  const named = files.filter(({ field }) => !field.startsWith('files['))
  return named.length === 0
    ? body
    : { ...(body as object), ...Object.fromEntries(named.map(({ field }) => [field, ''])) }
}

/**
 * Whether a request comes from a bot's address. People's clients and bots share this machine, but to Discord their
 * addresses differ.
 */
const isBotAddress = (request: FastifyRequest) =>
  /^(?:Bot|Bearer) /.test(header(request, 'authorization') ?? '') ||
  header(request, 'user-agent')?.startsWith('DiscordBot') === true

/**
 * The application behind a URL that needs no token: that of an interaction, or of a webhook that an application owns.
 */
function applicationBehind({ world }: Sandbox, params: Record<string, string>): string | undefined {
  const { interaction_id: interactionId = '', webhook_id: webhookId = '' } = params
  if (world.applications.has(webhookId)) return webhookId
  const answered = world.interactions.get(interactionId)
  if (answered) return answered.applicationId
  const hook = [...world.guilds.values()].map(({ webhooks }) => webhooks.get(webhookId)).find(Boolean)
  return hook?.application_id ?? undefined
}

/** Whether the request came from the recorded bot, for itself or for a person who signed in to it. */
function isRecorded(
  sandbox: Sandbox,
  request: FastifyRequest,
  caller: RestCaller,
  params: Record<string, string>,
): boolean {
  const bot = recordedBot(sandbox.world)
  if (caller.kind !== 'none') return caller.kind === 'bearer' || caller.userId === bot
  if (header(request, 'user-agent')?.startsWith('DiscordBot') !== true) return false
  const owner = applicationBehind(sandbox, params)
  return owner === undefined || sandbox.world.applications.get(owner)?.botUserId === bot
}

/** Throws when the guild, or the guild of the channel, is in an outage. */
function requireGuildUp({ world }: Sandbox, { guild_id: guildId, channel_id: channelId = '' }: Record<string, string>) {
  const guild = world.guilds.get(guildId ?? world.channels.get(channelId)?.guildId ?? '')
  if (guild?.unavailable) throw new DiscordError(503, 0, '503: Service Unavailable')
}

/** Words that may stand in for an id in a path. */
const standIns: Record<string, string> = { user_id: '@me', message_id: '@original' }

/** @throws DiscordError 50035 when the path has something other than an id where an id belongs */
function requireIds(params: Record<string, string>) {
  for (const [path, value] of Object.entries(params))
    if (path.endsWith('_id') && !isSnowflake(value) && value !== standIns[path])
      throw invalidForm([{ path, ...notSnowflake(value) }])
}

const errorBody = ({ code, message, errors, extra }: DiscordError) => ({
  message,
  code,
  ...(errors ? { errors } : {}),
  ...extra,
})

/** User agents that are rejected: those of browsers, and the defaults of some languages' HTTP clients. */
const turnedAway = /^(Mozilla\/|Python-urllib\/|Java\/1\.)/

/**
 * Rejects some user agents. Discord asks for 'DiscordBot (url, version)', but Cloudflare turns away only these. Source:
 * Discord's documentation, "User Agent"; discord-api-docs issues 1504, 4908 and 6473 for what is turned away in
 * practice.
 */
function requireUserAgent(request: FastifyRequest, caller: RestCaller) {
  const name = header(request, 'user-agent')
  if (caller.kind === 'bot' && (!name || turnedAway.test(name)))
    throw new DiscordError(403, 40_333, 'internal network error')
}

/** Answers one request the way Discord would, and logs it. Never throws. */
export async function answerRequest(
  context: AnswerContext,
  request: FastifyRequest,
  path: string,
  found: FoundRoute | undefined,
  missing: () => DiscordError,
): Promise<Answered> {
  const route = found?.route
  const progress: Progress = { caller: { kind: 'none' }, body: undefined, files: [], reason: undefined, headers: {} }
  const where = `${request.method} ${route?.path ?? path.split('?')[0]}`
  const journey = drawJourney(context.sandbox.conditions, context.sandbox.random)
  const finish = (status: number, body: unknown): Answered => ({ status, headers: progress.headers, body })
  let answer: Answered
  try {
    answer = await attempt()
  } catch (error) {
    if (error instanceof DiscordError) answer = finish(error.status, errorBody(error))
    else {
      context.requestLog.violate({
        kind: 'crash',
        where,
        problem: error instanceof Error ? `${error.stack}` : String(error),
      })
      answer = finish(500, serverError)
    }
  }
  const { caller, body, files, reason, act } = progress
  if (act) context.tape.answered(act, answer.status)
  context.requestLog.record({
    at: context.sandbox.now(),
    caller: caller.kind,
    method: request.method,
    route: route?.path,
    path,
    body,
    files: files.map(file => file.name),
    reason,
    status: answer.status,
  })
  if (route && answer.status < 500 && answer.contentType === undefined)
    context.document?.answer(route, answer.status, answer.body, context.requestLog)
  await travel(journey.homeMs)
  return answer

  async function attempt(): Promise<Answered> {
    const { sandbox } = context
    await travel(journey.outMs)
    const bannedUntil = isBotAddress(request) ? context.requestLog.bannedUntil() : undefined
    if (bannedUntil !== undefined) {
      progress.headers = { 'retry-after': String(Math.ceil((bannedUntil - sandbox.now()) / 1000)) }
      return { ...finish(429, cloudflare.body), contentType: cloudflare.contentType }
    }
    const failure = takeFailure(sandbox.conditions, `${request.method} ${route?.path ?? path}`)
    if (failure?.status === 429) {
      if (failure.retryAfterMs === null) return { ...finish(429, cloudflare.body), contentType: cloudflare.contentType }
      const { headers, refusal } = refuse(failure.retryAfterMs ?? 1000, 'user', {})
      progress.headers = headers
      return finish(429, refusal)
    }
    if (failure && !failure.done) return finish(failure.status, plainError(failure.status))

    const authorization = header(request, 'authorization')
    const contentType = header(request, 'content-type')
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const caller = authenticate(sandbox, context.grants, authorization)
    progress.caller = caller
    requireUserAgent(request, caller)
    if (!found || !route) {
      if (caller.kind === 'bot')
        context.requestLog.violate({ kind: 'unknown route', where, problem: 'no such route here' })
      throw missing()
    }
    Object.assign(progress, await parseBody(contentType, raw))
    const { params } = found
    const verdict = context.rateLimits.check(caller, route, params, progress.body)
    progress.headers = verdict.headers
    if (verdict.refusal) return finish(429, verdict.refusal)
    admit(caller, route.callers)
    requireIds(params)
    progress.reason = auditReason(header(request, 'x-audit-log-reason'))
    const query = flat(request.query as Record<string, string | string[]>)
    const fromBot = isBot(caller, route)
    if (fromBot)
      context.document?.request(
        route,
        { params, query, body: withNamedFiles(progress.body, progress.files), files: progress.files.length },
        context.requestLog,
      )

    requireGuildUp(sandbox, params)

    const watched = {
      body: watchFields(progress.body, { creates: route.method === 'POST' }),
      query: watchFields(query, { creates: true }),
    }
    const begun: Begun = {
      by: isRecorded(sandbox, request, caller, params) ? 'bot' : 'others',
      via: 'rest',
      userId: caller.kind === 'none' ? undefined : caller.userId,
      method: request.method,
      path,
      contentType,
      reason: header(request, 'x-audit-log-reason'),
      body: keptBody(raw),
    }
    const act = context.tape.begin(begun)
    progress.act = act
    const given: RestAnswer = await context.tape.within(act, () =>
      route.handle({
        sandbox,
        caller,
        get actorId() {
          if (caller.kind === 'none') throw unauthorized()
          return caller.userId
        },
        params,
        query: watched.query.value,
        body: watched.body.value,
        files: progress.files,
        reason: progress.reason,
        authorization,
        contentType,
      }),
    )
    // Members' clients are checked, too: they stand in for Discord's own, which sends no field without a purpose.
    if (fromBot || caller.kind === 'user')
      for (const [part, { unread }] of Object.entries(watched))
        for (const field of unread())
          context.requestLog.violate({
            kind: 'ignored field',
            where,
            problem: `'${field}' of the ${part} was not looked at`,
          })
    if (failure) return finish(failure.status, plainError(failure.status))
    if (given?.body === undefined) return finish(given?.status ?? 204, undefined)
    return { ...finish(given.status, given.body), contentType: given.contentType }
  }
}
