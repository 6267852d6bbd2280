import { createHash } from 'node:crypto'

/** Short enough for Discord, and the same whenever the same is sent. */
export const nonceOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 25)

/**
 * Has Discord take a message once, however often it is sent for the same press; Discord remembers it for a few minutes.
 * @param key the press; without one, each is a message of its own
 * @param about whatever makes it another message: what was changed since is sent
 */
export const onceFor = (key: string | undefined, about: unknown) =>
  key === undefined ? {} : { nonce: nonceOf(JSON.stringify([key, about])), enforceNonce: true }
