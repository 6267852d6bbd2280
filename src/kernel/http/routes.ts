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
import { demandMayUseCommand } from '../commands/endpoint-command.ts'
import { shapeOf } from '../discord/guild-shape.ts'
import { initiatedBy } from '../discord/initiator.ts'
import { fieldSentences, joined, sentenceFor } from '#kit/validation-messages.ts'
import { resolveReferences } from '../settings/references.ts'
import { type Asked, type Caller, identify, signedOut } from './caller.ts'
import { demandChannels } from '../rights/channel-rights.ts'
import { demandPermissions, permissionsByBody } from '../rights/permissions.ts'
import { strict } from '../strict-schema.ts'
import type { Throttle } from './throttle.ts'
import { isOpenedInTab } from './opened-in-tab.ts'

/** One mounted route, for the tests that check all of them. */
export interface RouteDescriptor {
  feature: string
  name: string
  kind: 'endpoint' | 'form-read' | 'form-write'
  method: Method
  /** The path with `/api`, and with `:name` for parameters. */
  path: string
  needs: Need
  /** The needs of the features: several if forms of several features share an address; meeting one is enough. */
  asked: readonly [Asked, ...Asked[]]
  /**
   * The need depends on the body: so it is read from everybody who may visit the server, and `RouteAnswer` checks it.
   */
  judgedBy?: 'body'
  answers: 'json' | 'file' | 'page' | 'stream'
  takes: 'json' | 'upload'
  /** The largest allowed body (bytes), if not the usual one. */
  bodyLimit?: number
}

/**
 * Answers a request after the caller's need has been checked.
 * @param again checks the caller once more, for bodies that take time to arrive; throws like {@link identify}
 */
export type RouteAnswer = (
  request: FastifyRequest,
  caller: Caller,
  reply: FastifyReply,
  again: () => Promise<Caller>,
) => unknown

/** The checks that mounting a route needs. */
interface Guard {
  /** Counts a write against its caller. */
  throttle: Throttle
  /** Whether this session is still signed in. */
  signedIn(sessionId: string): boolean
}

/** A handler as features declare it; its type was checked against its endpoint there. */
export type Handler = (ctx: object, request: FastifyRequest) => unknown

/** The body that an endpoint without one accepts. */
const nothing = z.object({})

const guildParam = z.object({ guildId: snowflake.optional() })

/**
 * Mounts a route whose declared need is enforced before the body is read, and for writes again when the body has
 * arrived, including an upload's file: somebody who sends slowly may have signed out or lost their rights in the
 * meantime.
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
    // The request holds the session as it was at its start.
    if (request.session.user && !signedIn(request.session.sessionId)) throw signedOut()
    return identify(services, request, asked)
  }
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    // A HEAD request would open a stream that nobody reads.
    ...(route.answers === 'stream' && { exposeHeadRoute: false }),
    onRequest: async (request, reply) => {
      if (!guildParam.safeParse(request.params).success)
        throw new UserError('http.not_found', 'There is no such server.', 404)
      // Somebody who is signed out is sent to the sign-in, and comes back afterwards.
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

/** Refuses bodies of the other kind. Multipart is only for uploads: elsewhere its fields would be ignored silently. */
function refuseOtherBodies({ headers }: FastifyRequest, takes: RouteDescriptor['takes']): void {
  const multipart = (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/')
  if (takes === 'upload' && !multipart)
    throw new UserError('http.media_type', 'Send the file as multipart/form-data.', 415)
  if (takes === 'json' && multipart)
    throw new UserError('http.media_type', 'Send the request as application/json.', 415)
}

/**
 * Parses input, refusing unknown keys; names of channels become ids.
 * @param before the stored values of these keys: a deleted channel or role that is stored already may be sent again
 * @throws UserError 'http.invalid' with one sentence per field
 */
export function parseInput(
  schema: z.ZodObject,
  input: unknown,
  caller?: Caller,
  before?: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = strict(schema).safeParse(input ?? {}, { error: sentenceFor(schema) })
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
 * Runs an endpoint's handler with the context that its need promises, and sends only what its reply declares.
 * @param command the command that does the same
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
      if (command) await demandMayUseCommand(services, command, inGuild.member)
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

/** Returns a signal that is aborted when the connection ends before the answer has been sent. */
function leftBefore({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort()
  })
  return left.signal
}

/**
 * Parses the body. @param arrived runs with the fields of an upload once its file is complete, before the handler sees
 * its end
 */
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

/**
 * Returns the function that sends a handler's result. Its type is checked in the feature; JSON is parsed once more, so
 * that nothing undeclared is sent.
 */
function finisher(services: Services, declared: Endpoint['reply']): (result: unknown, reply: FastifyReply) => unknown {
  if (!('answers' in declared)) return result => declared.parse(result ?? {})
  if (declared.answers === 'file') return (result, reply) => sendFile(reply, declared, result as FileContent)
  if (declared.answers === 'page') {
    const policy = pagePolicy(declared.csp, services.config)
    return (result, reply) => sendPage(reply, policy, result as string)
  }
  throw new Error('a stream has no handler')
}
