import { Signer } from '@fastify/cookie'
import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/cache-capacity.ts'

const mostRemembered = 1000

/** Signs session ids, and tells those that it signed: an open page sends the same one with every request. */
export function createSigner(secret: string): Pick<Signer, 'sign' | 'unsign'> {
  const signer = new Signer(secret)
  const signed = new LRUCache<string, string>(upTo(mostRemembered))
  const genuine = new LRUCache<string, ReturnType<Signer['unsign']>>(upTo(mostRemembered))
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
      // Of forged ones there is no end.
      if (told.valid) genuine.set(cookie, told)
      return told
    },
  }
}
