import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import session from '@fastify/session'
import Fastify, { type FastifyInstance } from 'fastify'
import { networkOf } from '#kit/client-network.ts'
import { codeOf, exitCodes, StartupError, UserError } from '#kit/errors.ts'
import type { LaneFigures } from '../discord/client.ts'
import type { PortalWatch } from './portal.ts'
import type { RestWatch } from '../discord/rest-watch.ts'
import type { Services } from '../feature.ts'
import type { LiveStreams } from './answers/live.ts'
import { leaveNewerCookies, sessionCookie } from './session/cookie.ts'
import { createSeal } from './session/seal.ts'
import { sessionSecret } from './session/secret.ts'
import { createSigner } from './session/signer.ts'
import { createSessionStore, sessionMs } from './session/store.ts'
import { callbackAt, isLoopback, mountSignIn } from './sign-in/sign-in.ts'
import { mountApi } from './api.ts'
import { sendFailure } from './failure.ts'
import { mountHealth } from './health.ts'
import { withoutJsonSchemas } from './json-schemas.ts'
import { mountPages } from './pages.ts'
import { mountPictures } from './pictures.ts'
import type { RouteDescriptor } from './routes.ts'
import { isSameOrigin } from './same-origin.ts'
import { mountSecurity } from './security.ts'
import { createThrottle, mountThrottles } from './throttle.ts'
import { watchUnusedConnections } from './unused-connections.ts'

export type { RouteDescriptor } from './routes.ts'

export interface HttpServer {
  app: FastifyInstance
  routes: readonly RouteDescriptor[]
  /** The address for browsers; with `PORT=0` the port is known after `listen`. */
  publicUrl(): URL
  /** The redirect address of the sign-in; undefined when nobody can know it beforehand. */
  callback(): string | undefined
  /** @throws StartupError when the port is taken */
  listen(): Promise<void>
  close(): Promise<void>
}

const bodyLimitBytes = 256 * 1024
/** A request that has not fully arrived after this time is cut off. */
const arrivalMs = 30_000
/** Limits per minute: sign-in requests (two per sign-in) from one address, and writes by one person. */
const limits = { signIns: 120, writes: 120 }

/** Creates the dashboard's server: the endpoints and forms of every feature, sign-in, pages, health. */
export async function createHttp(
  services: Services,
  {
    live,
    rest,
    portal,
    laneFigures,
  }: { live: LiveStreams; rest: RestWatch; portal: PortalWatch; laneFigures: LaneFigures },
  writesPerMinute = limits.writes,
): Promise<HttpServer> {
  const { config, log } = services
  const { publicUrl: configured, host, port } = config.http
  const behindTls = configured.protocol === 'https:'
  const secret = sessionSecret(config)
  const seal = createSeal(secret)

  // With https there is a proxy in front, and only the address that it appended itself can be trusted.
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: arrivalMs,
    trustProxy: (_address, hop) => behindTls && hop === 0,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: sendFailure(log),
    ...withoutJsonSchemas,
  })
  // A public name has a proxy with its own port in front; only an address of this machine takes the port that was free.
  const usesOwnPort = port === 0 && isLoopback(configured.hostname)
  const publicUrl = () => (usesOwnPort ? withActualPort(configured, app) : configured)
  const fail = sendFailure(log)
  app.setErrorHandler<Error>((error, request, reply) => {
    services.disk.notice(error)
    fail(error, request, reply)
  })
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('caller', null)

  mountSecurity(app, config)
  await app.register(cookie)
  const sessions = createSessionStore(services.db, services.now, id => live.endSession(id))
  const cookieName = sessionCookie(configured)
  leaveNewerCookies(app, cookieName, id => sessions.hasEnded(id))
  await app.register(session, {
    secret: createSigner(secret),
    store: sessions,
    cookieName,
    saveUninitialized: false,
    rolling: false,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: behindTls, maxAge: sessionMs },
  })
  // The code that receives an upload reports in its own words that it is too large.
  await app.register(multipart, { throwFileSizeLimit: false })
  await mountThrottles(app)
  app.addHook('onRequest', async request => {
    if (behindTls) request.raw.headers['x-forwarded-proto'] ??= 'https'
    const reads = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
    if (!reads && !isSameOrigin(request.headers, publicUrl()))
      throw new UserError('http.cross_site', 'This can only be done from the dashboard itself.', 403)
  })

  // Loaded only when needed: it takes 20 MB.
  if (config.metrics.on) (await import('./metrics.ts')).mountMetrics(app, services, laneFigures)
  mountHealth(app, services, { rest, portal })
  mountSignIn(app, services, {
    publicUrl,
    seal,
    throttle: createThrottle(app, limits.signIns, request => networkOf(request.ip)),
  })
  const routes = mountApi(app, services, {
    seal,
    live,
    lastOf: userId => !sessions.hasOpen(userId),
    signedIn: id => sessions.isOpen(id),
    throttle: createThrottle(app, writesPerMinute, request => request.session.user?.id ?? networkOf(request.ip)),
  })
  mountPictures(app, services)
  // A connection that stays open would hold up the shutdown.
  const closeUnused = watchUnusedConnections(app.server)
  app.addHook('preClose', async () => {
    live.close()
    closeUnused()
  })
  await mountPages(app, { publicUrl, productName: config.productName })

  return {
    app,
    routes,
    publicUrl,
    // With a random free port, nobody can have added the address in the developer portal.
    callback: () => (usesOwnPort ? undefined : callbackAt(publicUrl())),
    async listen() {
      try {
        await app.listen({ host, port })
      } catch (error) {
        throw explainListen(error, host, port)
      }
    },
    close: () => app.close(),
  }
}

function withActualPort(url: URL, app: FastifyInstance): URL {
  const address = app.addresses()[0]
  const actual = new URL(url)
  if (typeof address === 'object') actual.port = String(address.port)
  return actual
}

function explainListen(error: unknown, host: string, port: number): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new StartupError(
      exitCodes.portTaken,
      `Port ${port} is taken. Set PORT to another one, or 0 for any free one.`,
    )
  if (code === 'EACCES')
    return new StartupError(
      exitCodes.portTaken,
      `This user may not listen on port ${port}. Set PORT to one above 1023.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(
      exitCodes.portTaken,
      `This machine has no address ${host} to listen on. Set HOST to one it has.`,
    )
  return error
}
