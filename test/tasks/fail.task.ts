import { UserError } from '#kit/errors.ts'

/** Fails for a person, by a bug, or by ending. */
export default function fail(how: 'person' | 'bug' | 'exit'): never {
  if (how === 'person') throw new UserError('tasks.fault', 'Write something else.', 418, { text: 'Not this.' })
  if (how === 'exit') process.exit(9)
  throw new TypeError('a bug')
}
