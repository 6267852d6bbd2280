import { UserError } from '#kit/errors.ts'

/** Fails with a user error, with a bug, or by exiting. */
export default function fail(how: 'person' | 'bug' | 'exit'): never {
  if (how === 'person') throw new UserError('tasks.fault', 'Write something else.', 418, { text: 'Not this.' })
  if (how === 'exit') process.exit(9)
  throw new TypeError('a bug')
}
