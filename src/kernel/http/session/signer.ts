import { Signer } from '@fastify/cookie'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'

const mostRemembered = 1000

/** Signs and verifies session ids, and caches the results: an open page sends the same cookie with every request. */
export function createSigner(secret: string): Pick<Signer, 'sign' | 'unsign'> {
  const signer = new Signer(secret)
  const signed = new LRUCache<string, string>(entryLimit(mostRemembered))
  const genuine = new LRUCache<string, ReturnType<Signer['unsign']>>(entryLimit(mostRemembered))
  return {
    sign(id) {
      const known = signed.get(id) ?? signer.sign(id)
      signed.set(id, known)
      return known
    },
    unsign(cookie) {
      const known = genuine.get(cookie)
      if (known) return known
      const told = signer.unsign(cookie)
      // Forged cookies are not cached: there is no end of them.
      if (told.valid) genuine.set(cookie, told)
      return told
    },
  }
}
