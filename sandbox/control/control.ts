import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Sandbox } from '../context.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { keptBody } from '../recording/recording.ts'
import type { Tape } from '../recording/act-log.ts'
import type { RequestLog } from '../rest/request-log.ts'
import { DiscordError } from '../world/errors.ts'
import { setScreening } from '../world/members/screening.ts'
import { applyConditions, conditionsPatch } from './conditions-form.ts'
import { crowdForm, joinCrowd } from './crowd.ts'
import { overview } from './world-overview.ts'
import type { Troubles } from './trouble.ts'

interface ControlContext {
  sandbox: Sandbox
  gateway: Gateway
  requestLog: RequestLog
  clock: Clock
  troubles: Troubles
  tape: Tape
  dashboardUrl: string | undefined
  /** Resets the world to its seed. @returns false when it has no seed */
  reset(): boolean
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * The status for an error: the control API also refuses what Discord's own rules forbid, such as screening outside
 * communities.
 */
const statusOf = (error: Error & { statusCode?: number }) =>
  error instanceof Refused || error instanceof DiscordError ? error.status : (error.statusCode ?? 500)

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** The control API can do anything, so it answers only requests from this machine, and no page of another origin. */
function requireLocal(request: FastifyRequest) {
  if (!loopback.test(request.ip)) throw new Refused(403, 'The control API only accepts requests from this machine')
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) throw new Refused(403, 'Another site may not control this')
}

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body ?? {})
  if (!result.success) throw new Refused(400, z.prettifyError(result.error))
  return result.data
}

const dropForm = z.strictObject({ code: z.int().min(1000).max(4999).default(4000) })
const invalidateForm = z.strictObject({ resumable: z.boolean().default(false) })
const clockForm = z.strictObject({
  advance_ms: z
    .int()
    .min(0)
    .max(400 * 24 * 3_600_000),
})
const screeningForm = z.strictObject({ enabled: z.boolean() })
const startForm = z.strictObject({ guild_id: z.string().optional(), pace: z.number().min(0).max(10).default(1) })

type Handler = (context: ControlContext, request: { params: Record<string, string>; body: unknown }) => unknown

/** The default target of scripts: the first guild that the application's bot is in. */
function usualGuild({ sandbox: { world } }: ControlContext): string {
  const bots = new Set([...world.applications.values()].slice(0, 1).map(application => application.botUserId))
  for (const [id, guild] of world.guilds) if ([...bots].some(bot => guild.members.has(bot))) return id
  throw new Refused(409, 'The bot is not in any server')
}

function setOutage({ sandbox }: ControlContext, guildId: string | undefined, unavailable: boolean) {
  const guild = sandbox.world.guilds.get(guildId ?? '')
  if (!guild) throw new Refused(404, 'No such server')
  if (guild.unavailable === unavailable) return { unavailable }
  guild.unavailable = unavailable
  const { id } = guild.guild
  sandbox.emit(
    unavailable
      ? { type: Event.GuildDelete, data: { id, unavailable: true }, audience: { guildId: id } }
      : { type: Event.GuildCreate, data: { id }, audience: { guildId: id } },
  )
  return { unavailable }
}

function found<T>(value: T | undefined, none = 'No such trouble script'): T {
  if (value === undefined) throw new Refused(404, none)
  return value
}

const handlers: Record<string, Handler> = {
  'GET /state': context => ({
    ...overview(context.sandbox),
    dashboard_url: context.dashboardUrl ?? null,
    gateway: context.gateway.status(),
    invalid_requests: context.requestLog.invalidRequests(),
  }),
  'PATCH /conditions': ({ sandbox }, { body }) => {
    applyConditions(sandbox.conditions, read(conditionsPatch, body))
    return { ...sandbox.conditions, failNext: sandbox.conditions.failNext ?? null }
  },
  'POST /gateway/drop': ({ gateway }, { body }) => ({ dropped: gateway.drop(read(dropForm, body).code) }),
  'POST /gateway/invalidate': ({ gateway }, { body }) => ({
    invalidated: gateway.invalidate(read(invalidateForm, body).resumable),
  }),
  'POST /gateway/reconnect': ({ gateway }) => ({ told: gateway.reconnect() }),
  'POST /clock': ({ clock }, { body }) => {
    clock.advance(read(clockForm, body).advance_ms)
    return { now: clock.now() }
  },
  'POST /guilds/:id/outage': (context, { params }) => setOutage(context, params['id'], true),
  'POST /guilds/:id/restore': (context, { params }) => setOutage(context, params['id'], false),
  'POST /guilds/:id/join': ({ sandbox }, { params, body }) => {
    const { id = '' } = params
    if (!sandbox.world.guilds.has(id)) throw new Refused(404, 'No such server')
    return joinCrowd(sandbox, id, read(crowdForm, body))
  },
  'POST /guilds/:id/screening': ({ sandbox }, { params, body }) => {
    const { id = '' } = params
    const guild = sandbox.world.guilds.get(id)?.guild
    if (!guild) throw new Refused(404, 'No such server')
    return setScreening(sandbox, { userId: guild.owner_id }, id, read(screeningForm, body))
  },
  'GET /requests': ({ requestLog }) => requestLog.requests(),
  'GET /violations': ({ requestLog }) => requestLog.violations(),
  'GET /recording': ({ tape }) => found(tape.recording(), 'Nothing has been recorded'),
  'POST /recording': ({ tape }) => {
    tape.record()
    return { recording: true }
  },
  'DELETE /recording': ({ tape }) => {
    tape.stop()
    return { recording: false }
  },
  'POST /reset': context => {
    if (!context.reset()) throw new Refused(409, 'This world was not generated from a seed and cannot be reset')
    return { reset: true }
  },
  'GET /trouble': ({ troubles }) => troubles.list(),
  'POST /trouble/:name': (context, { params, body }) => {
    const { guild_id: guildId, pace } = read(startForm, body)
    if (guildId !== undefined && !context.sandbox.world.guilds.has(guildId)) throw new Refused(404, 'No such server')
    return found(context.troubles.start(params['name'] ?? '', { guildId: guildId ?? usualGuild(context), pace }))
  },
  'DELETE /trouble/:name': ({ troubles }, { params }) => found(troubles.stop(params['name'] ?? '')),
}

/**
 * Which calls of the control API go into a recording. Those that start scripts do not, since the scripts' own requests
 * are recorded; nor do those that end a recording.
 */
const isRecorded = (method: string, url: string) => method !== 'GET' && !/^\/(?:trouble|recording|reset)/.test(url)

const bodyOf = ({ body }: FastifyRequest) =>
  body === undefined || body === null
    ? {}
    : { contentType: 'application/json', body: keptBody(Buffer.from(JSON.stringify(body))) }

/** Trouble on demand and a look behind the scenes, below `/sandbox`. */
export async function mountControl(app: FastifyInstance, context: ControlContext): Promise<void> {
  await app.register(
    (control, _options, done) => {
      control.addHook('onRequest', (request, _reply, next) => {
        requireLocal(request)
        next()
      })
      control.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply: FastifyReply) =>
        reply.code(statusOf(error)).send({ error: error.message }),
      )
      for (const [name, handle] of Object.entries(handlers)) {
        const [method = 'GET', url = '/'] = name.split(' ')
        control.route({
          method,
          url,
          handler: (request, reply) => {
            const given = { params: request.params as Record<string, string>, body: request.body }
            const path = request.url.slice(control.prefix.length)
            return reply.send(
              isRecorded(method, url)
                ? context.tape.within(
                    context.tape.begin({ by: 'others', via: 'control', method, path, ...bodyOf(request) }),
                    () => handle(context, given),
                  )
                : handle(context, given),
            )
          },
        })
      }
      done()
    },
    { prefix: '/sandbox' },
  )
}
