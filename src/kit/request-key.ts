import { UserError } from './errors.ts'

/** Whoever asks again with a key asks for the same: anything else would be taken for done. */
export const keyOfAnother = (): UserError =>
  new UserError('request.key', 'This key belongs to another request. Make a new one for each.', 409)
