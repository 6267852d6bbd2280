import type { FastifyOAuth2Options, OAuth2Namespace } from '@fastify/oauth2'
import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type SignInError, signInErrors } from '../../contract.ts'
import { since } from '#kit/clock.ts'
import { codeOf, UserError } from '#kit/errors.ts'
import type { Services } from '../../feature.ts'
import type { Seal } from '../session/seal.ts'
import { withoutJsonSchemas } from '../json-schemas.ts'
import type { Throttle } from '../throttle.ts'
import { fetchUser, IdentityError } from './identity.ts'

declare module 'fastify' {
  interface FastifyInstance {
    oauth2Discord: OAuth2Namespace
  }
}

/** How long somebody may take to sign in at Discord (ms). */
const signInMs = 10 * 60_000
const answerLimitMs = 10_000

/** Why a sign-in failed; shown on the login page. */
class SignInFailure extends Error {
  readonly reason: SignInError
  constructor(reason: SignInError, options?: ErrorOptions) {
    super(signInErrors[reason], options)
    this.name = 'SignInFailure'
    this.reason = reason
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = (hostname: string): boolean => loopback.has(hostname)

/**
 * The public address to start the sign-in from when the browser used another name for this machine: a cookie set for
 * that name would not be sent with Discord's redirect. Undefined when the names match.
 */
export function canonicalAddress(hostHeader: string | undefined, publicUrl: URL): string | undefined {
  if (hostHeader === undefined || !URL.canParse(`http://${hostHeader}`)) return undefined
  const here = new URL(`http://${hostHeader}`).hostname
  const differs = isLoopback(here) && isLoopback(publicUrl.hostname) && here !== publicUrl.hostname
  return differs ? new URL('/api/login', publicUrl).href : undefined
}

/** The parameters that Discord sent back; one that is not a single text counts as missing. */
function answerOf(request: FastifyRequest) {
  const query = request.query as Record<string, unknown>
  const text = (name: string) => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return { state: text('state'), code: text('code'), error: text('error') }
}

/**
 * Loads the plugin at the first sign-in: with its own validator it would take 50 ms of every start. It adds no routes,
 * so it need not be registered in the server whose requests it handles.
 */
async function loadOAuth2(options: FastifyOAuth2Options): Promise<OAuth2Namespace> {
  const { default: plugin } = await import('@fastify/oauth2')
  const apart = Fastify(withoutJsonSchemas)
  await apart.register(plugin, options)
  await apart.ready()
  return apart.oauth2Discord
}

/** The address that Discord sends people back to. */
export const callbackAt = (publicUrl: URL): string => new URL('/api/login/callback', publicUrl).href

/**
 * Mounts signing in with Discord (OAuth2 code flow with PKCE): `/api/login` redirects to Discord, which redirects back
 * to `/api/login/callback`. Every failure ends at `/login?error=<code>` with the session unchanged.
 */
export function mountSignIn(
  app: FastifyInstance,
  services: Services,
  options: { publicUrl(): URL; seal: Seal; throttle: Throttle },
): void {
  const { config, log, now } = services
  const authorize = new URL(config.discord.authorizeUrl)
  const token = new URL(config.discord.tokenUrl)
  const secure = config.http.publicUrl.protocol === 'https:'

  const pluginOptions: FastifyOAuth2Options = {
    name: 'oauth2Discord',
    scope: ['identify', 'email', 'guilds'],
    credentials: {
      client: { id: config.discord.clientId, secret: config.discord.clientSecret },
      auth: {
        authorizeHost: authorize.origin,
        authorizePath: authorize.pathname,
        tokenHost: token.origin,
        tokenPath: token.pathname,
      },
      http: { timeout: answerLimitMs },
    },
    pkce: 'S256',
    callbackUri: () => callbackAt(options.publicUrl()),
    cookie: { path: '/', sameSite: 'lax', secure, httpOnly: true },
    generateStateFunction: async (request: FastifyRequest) => {
      const state = randomBytes(24).toString('base64url')
      request.session.signIn = { state, at: now() }
      return state
    },
    // The state is checked and used up below.
    checkStateFunction: async () => true,
  }

  let loading: Promise<OAuth2Namespace> | undefined
  const oauth2 = () => (loading ??= loadOAuth2(pluginOptions))

  const failed = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const reason = reasonOf(error)
    // Saving the session again would fail again.
    if (reason === 'full') request.session = null as never
    const detail = reason === 'unreachable' || reason === 'rejected' || reason === 'full' ? { err: error } : {}
    log.warn({ reason, ip: request.ip, ...detail }, 'sign-in failed')
    void reply.redirect(`/login?error=${reason}`)
  }

  /** Uses up the pending sign-in. @throws SignInFailure */
  const useUpSignIn = (request: FastifyRequest): void => {
    const pending = request.session.signIn
    const { state, code, error } = answerOf(request)
    // A sign-in that another tab has begun in the meantime stays.
    if (pending === undefined || pending.state !== state) throw new SignInFailure('expired')
    delete request.session.signIn
    if (since(pending.at, now()) >= signInMs) throw new SignInFailure('expired')
    if (error === 'access_denied') throw new SignInFailure('denied')
    if (error !== undefined) throw new SignInFailure('rejected')
    if (code === undefined) throw new SignInFailure('code')
  }

  const exchange = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    try {
      return (await (await oauth2()).getAccessTokenFromAuthorizationCodeFlow(request, reply)).token.access_token
    } catch (error) {
      throw new SignInFailure(refusedByDiscord(error) ? 'rejected' : 'unreachable', { cause: error })
    }
  }

  app.get('/api/login', { errorHandler: failed }, async (request, reply) => {
    await options.throttle(request)
    const elsewhere = canonicalAddress(request.headers.host, options.publicUrl())
    return reply.redirect(elsewhere ?? (await (await oauth2()).generateAuthorizationUri(request, reply)))
  })

  const signIn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    useUpSignIn(request)
    const accessToken = await exchange(request, reply)
    const user = await fetchUser(config, accessToken).catch((error: unknown) => {
      const refused = error instanceof IdentityError && error.status >= 400 && error.status < 500
      throw new SignInFailure(refused ? 'rejected' : 'unreachable', { cause: error })
    })
    await request.session.regenerate()
    request.session.user = user
    request.session.token = options.seal.close(accessToken)
    log.info({ userId: user.id }, 'signed in')
  }

  /** Sign-ins that are being completed, by session and state. */
  const pending = new Map<string, Promise<void>>()

  app.get('/api/login/callback', { errorHandler: failed }, async (request, reply) => {
    await options.throttle(request)
    const key = `${request.session.sessionId} ${answerOf(request).state}`
    const first = pending.get(key)
    if (first) {
      // The callback was delivered twice at once: the first answer sets the cookie, which this one must not overwrite.
      request.session = null as never
      await first
    } else {
      const completed = signIn(request, reply).finally(() => pending.delete(key))
      pending.set(key, completed)
      await completed
    }
    return reply.redirect('/')
  })
}

function reasonOf(error: unknown): SignInError {
  if (error instanceof SignInFailure) return error.reason
  if (error instanceof UserError && error.status === 429) return 'busy'
  return /^SQLITE_(FULL|IOERR|READONLY)/.test(codeOf(error)) ? 'full' : 'unreachable'
}

/** Whether the token endpoint refused, as opposed to not answering. */
function refusedByDiscord(error: unknown): boolean {
  const output = error instanceof Error && 'output' in error ? error.output : undefined
  const status = typeof output === 'object' && output !== null && 'statusCode' in output ? output.statusCode : undefined
  return typeof status === 'number' && status >= 400 && status < 500
}
