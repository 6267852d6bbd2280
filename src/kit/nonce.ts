import { createHash } from 'node:crypto'

/** A nonce derived from a key: the same key always gives the same one, and it is short enough for Discord. */
export const nonceOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 25)

/**
 * Makes Discord accept a message only once, however often it is sent for the same button press; Discord remembers it
 * for a few minutes.
 * @param key the button press; without one, every message is sent
 * @param about whatever makes it a different message, so that changes since the last attempt are sent
 */
export const nonceOptions = (key: string | undefined, about: unknown) =>
  key === undefined ? {} : { nonce: nonceOf(JSON.stringify([key, about])), enforceNonce: true }
