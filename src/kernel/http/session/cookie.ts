import type { FastifyInstance } from 'fastify'

/**
 * The session cookie's name. Browsers accept the prefix `__Host-` only from this very host and over https, so that no
 * neighboring subdomain can plant a session; plain http has to do without.
 * Source: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
export const sessionCookie = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-palisade' : 'palisade'

/**
 * Keeps the answer to a request that began before a sign-in from undoing the sign-in: its session is gone, and the
 * session plugin would delete the browser's new cookie or restore the old one. Call this before registering the plugin,
 * so that its hook runs first.
 */
export function leaveNewerCookies(app: FastifyInstance, cookieName: string, hasEnded: (id: string) => boolean): void {
  app.addHook('onSend', async request => {
    const { session } = request
    // Requests outside of the cookie's path have no session.
    if (!session?.sessionId) return
    const sent = request.cookies[cookieName]
    const isUnknown = sent !== undefined && sent !== session.encryptedSessionId && !session.isModified()
    // The plugin does nothing without a session; its types do not allow for that.
    if (isUnknown || hasEnded(session.sessionId)) request.session = null as never
  })
}
