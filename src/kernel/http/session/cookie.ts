import type { FastifyInstance } from 'fastify'

/**
 * The session cookie's name. Browsers take `__Host-` from this very host alone and over https, so that no neighbouring
 * subdomain can plant a session; plain http has to do without.
 * Source: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
export const sessionCookie = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-palisade' : 'palisade'

/**
 * An answer to a request that began before a sign-in must not undo it: its session is gone, and the session plugin would
 * take the browser's cookie away or bring the old one back. Call it before the plugin is registered: its hook runs first.
 */
export function leaveNewerCookies(app: FastifyInstance, cookieName: string, hasEnded: (id: string) => boolean): void {
  app.addHook('onSend', async request => {
    const { session } = request
    // Requests outside of the cookie's path have none.
    if (!session?.sessionId) return
    const sent = request.cookies[cookieName]
    const isUnknown = sent !== undefined && sent !== session.encryptedSessionId && !session.isModified()
    // The plugin does nothing without a session; its type does not know that there may be none.
    if (isUnknown || hasEnded(session.sessionId)) request.session = null as never
  })
}
