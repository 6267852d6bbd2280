import { UserError } from './errors.ts'

/** The error for a key that was already used for a different request, which would otherwise count as already done. */
export const keyOfAnother = (): UserError =>
  new UserError('request.key', 'This key belongs to another request. Make a new one for each.', 409)
