import { z } from 'zod'

/**
 * The caller's unique key for one press of a button, in the body of a request that must not take effect twice. If the
 * request is sent again with the same key, because no answer arrived, it still takes effect once.
 */
export const pressKey = z.uuid()
