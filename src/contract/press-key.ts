import { z } from 'zod'

/**
 * What the caller calls one press of a button, in the body of what must not be done twice: sent again with the same key,
 * as no answer came, it is done once.
 */
export const pressKey = z.uuid()
