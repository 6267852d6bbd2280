import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Contract, type Endpoint, type FileContent, type Method, type Need, snowflake } from '#contract'
import { guildContext } from '../context.ts'
import { sendFile } from './answers/file.ts'
import { pagePolicy, sendPage } from './answers/page.ts'
import { receiveUpload } from './answers/upload.ts'
import { UserError } from '#kit/errors.ts'
import { demandPremium } from '../entitlements.ts'
import type { Entry, Services } from '../feature.ts'
import { demandUse } from '../commands/same-as-command.ts'
import { shapeOf } from '../discord/guild-shape.ts'
import { initiatedBy } from '../discord/initiator.ts'
import { fieldSentences, joined, sentence } from '#kit/validation-messages.ts'
import { resolveReferences } from '../settings/references.ts'
import { type Asked, type Caller, identify, signedOut } from './caller.ts'
import { demandChannels } from '../rights/channel-rights.ts'
import { demandPermissions, permissionsByBody } from '../rights/permissions.ts'
import { strict } from '../strict-schema.ts'
import type { Throttle } from './throttle.ts'
import { isOpenedInTab } from './opened-in-tab.ts'

/** One mounted route, for the tests that walk them all. */
export interface RouteDescriptor {
  feature: string
  name: string
  kind: 'endpoint' | 'form-read' | 'form-write'
  method: Method
  /** With `/api`, and `:name` for parameters. */
  path: string
  needs: Need
  /** Which features' needs apply: several if forms of several features share an address; meeting one is enough. */
  asked: readonly [Asked, ...Asked[]]
  /** The body says which need applies: it is read from everybody who may visit the server, and judged by the answer. */
  judgedBy?: 'body'
  answers: 'json' | 'file' | 'page' | 'stream'
  takes: 'json' | 'upload'
  /** The largest body in bytes, where it is not the usual one. */
  bodyLimit?: number
}

/**
 * What a mounted route does once the caller is known to be allowed.
 * @param again judges them once more, for what arrives only after that; throws as {@link identify} does
 */
export type RouteAnswer = (
  request: FastifyRequest,
  caller: Caller,
  reply: FastifyReply,
  again: () => Promise<Caller>,
) => unknown

/** What mounting needs besides the route. */
interface Guard {
  /** Counts a write against its caller. */
  throttle: Throttle
  /** Whether this session has not ended. */
  signedIn(sessionId: string): boolean
}

/** Handlers as features declare them; each was checked against its endpoint where the feature was declared. */
export type Handler = (ctx: object, request: FastifyRequest) => unknown

/** What an endpoint without a body accepts as one. */
const nothing = z.object({})

const guildParam = z.object({ guildId: snowflake.optional() })

/**
 * Mounts a route whose declared need is enforced before the body is even read, and for writes once more when it has
 * arrived, an upload's file included: whoever sends it slowly may have signed out or lost their rights meanwhile.
 */
export function mountRoute(
  app: FastifyInstance,
  services: Services,
  { throttle, signedIn }: Guard,
  route: RouteDescriptor,
  answer: RouteAnswer,
): void {
  const [{ feature }] = route.asked
  const asked: RouteDescriptor['asked'] = route.judgedBy === 'body' ? [{ need: 'visit', feature }] : route.asked
  const again = async (request: FastifyRequest): Promise<Caller> => {
    // What the request holds is the session as it was when it began.
    if (request.session.user && !signedIn(request.session.sessionId)) throw signedOut()
    return identify(services, request, asked)
  }
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    // A HEAD would open a stream that nobody reads.
    ...(route.answers === 'stream' && { exposeHeadRoute: false }),
    onRequest: async (request, reply) => {
      if (!guildParam.safeParse(request.params).success)
        throw new UserError('http.not_found', 'There is no such server.', 404)
      // Whoever is signed out signs in first, and comes back.
      if (route.answers === 'page' && !request.session.user && isOpenedInTab(request))
        return reply.header('cache-control', 'no-store').redirect(`/login?back=${encodeURIComponent(request.url)}`)
      request.caller = await identify(services, request, asked)
      if (route.method !== 'GET') await throttle(request)
      refuseOtherBodies(request, route.takes)
      return undefined
    },
    handler: async (request, reply) => {
      if (route.method !== 'GET') request.caller = await again(request)
      const caller = request.caller
      if (!caller) throw new Error('the route was reached without its check')
      const run = () => answer(request, caller, reply, () => again(request))
      const { inGuild } = caller
      const result = await (inGuild && route.method !== 'GET'
        ? initiatedBy({ member: inGuild.member, feature, needs: [asked[0].need] }, run)
        : run())
      if (result === reply) return reply
      reply.header('cache-control', 'no-store')
      return route.method === 'GET' ? result : { success: true, ...(result as object) }
    },
  })
}

/** Multipart is for uploads: elsewhere its fields would be passed over in silence. */
function refuseOtherBodies({ headers }: FastifyRequest, takes: RouteDescriptor['takes']): void {
  const multipart = (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/')
  if (takes === 'upload' && !multipart)
    throw new UserError('http.media_type', 'Send the file as multipart/form-data.', 415)
  if (takes === 'json' && multipart)
    throw new UserError('http.media_type', 'Send the request as application/json.', 415)
}

/**
 * Parses what somebody sent, refusing unknown keys; names of channels become ids.
 * @param before what is stored under these keys: where that names what was deleted, sending it again is no fault
 * @throws UserError 'http.invalid' with one sentence per field
 */
export function parseInput(
  schema: z.ZodObject,
  input: unknown,
  caller?: Caller,
  before?: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = strict(schema).safeParse(input ?? {}, { error: sentence })
  if (!parsed.success) throw invalidInput(fieldSentences(parsed.error))
  if (!caller?.inGuild) return parsed.data
  const { value, problems } = resolveReferences(
    schema,
    parsed.data,
    shapeOf(caller.inGuild.guild, caller.inGuild.member),
    before,
  )
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return value as Record<string, unknown>
}

/** The error for invalid input: a sentence for each field. */
export const invalidInput = (fields: Record<string, string>) =>
  new UserError('http.invalid', joined(fields), 400, fields)

/**
 * Runs an endpoint's handler with the context its need promises, and lets out only what its reply declares.
 * @param command which does the same
 */
export function endpointAnswer(
  services: Services,
  contract: Contract,
  endpoint: Endpoint,
  handler: Handler,
  command?: Entry,
): RouteAnswer {
  const finish = finisher(services, endpoint.reply)
  const permissionsFor = permissionsByBody(endpoint)
  return async (request, caller, reply, again) => {
    const query = endpoint.query && parseInput(endpoint.query, request.query)
    const params = request.params as Record<string, string>
    const judge = async ({ inGuild }: Caller, body: Record<string, unknown> | undefined) => {
      if (!inGuild) return
      demandPermissions(inGuild.member, permissionsFor(body))
      await demandChannels(endpoint, { ...params, ...query, ...body }, inGuild.member)
      if (command) await demandUse(services, command, inGuild.member)
    }
    if (request.method !== 'GET' && !endpoint.free && caller.inGuild)
      demandPremium(services, contract, caller.inGuild.guild.id)
    const received = await receiveBody(endpoint, request, caller, async fields => judge(await again(), fields))
    const { user, inGuild } = caller
    const place = inGuild
      ? Object.assign(guildContext(services, contract, inGuild.guild, inGuild.member), {
          level: inGuild.level,
          member: inGuild.member,
        })
      : { ...services }
    const ctx = Object.assign(place, { user, query, body: received.body, params, signal: leftBefore(reply) })
    try {
      await judge(caller, received.body)
      return finish(await handler(ctx, request), reply)
    } finally {
      received.drop?.()
    }
  }
}

/** Aborted when the connection ends before the answer is out. */
function leftBefore({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort()
  })
  return left.signal
}

/** @param arrived runs with the fields of an upload once its file is whole, before the handler sees its end */
async function receiveBody(
  { body }: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  arrived: (fields: Record<string, unknown>) => Promise<void>,
): Promise<{ body: Record<string, unknown> | undefined; drop?(): void }> {
  if (!body) {
    parseInput(nothing, request.body)
    return { body: undefined }
  }
  if (!('takes' in body)) return { body: parseInput(body, request.body, caller) }
  let parsed: Record<string, unknown> = {}
  const { fields, file, drop } = await receiveUpload(request, body, () => arrived(parsed))
  try {
    parsed = parseInput(body.fields, fields, caller)
    return { body: { ...parsed, file }, drop }
  } catch (error) {
    drop()
    throw error
  }
}

/** What a handler returned is typed where the feature was declared; values are parsed once more, so that nothing else leaves. */
function finisher(services: Services, declared: Endpoint['reply']): (result: unknown, reply: FastifyReply) => unknown {
  if (!('answers' in declared)) return result => declared.parse(result ?? {})
  if (declared.answers === 'file') return (result, reply) => sendFile(reply, declared, result as FileContent)
  if (declared.answers === 'page') {
    const policy = pagePolicy(declared.csp, services.config)
    return (result, reply) => sendPage(reply, policy, result as string)
  }
  throw new Error('a stream has no handler')
}
