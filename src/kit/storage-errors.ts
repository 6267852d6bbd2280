import { codeOf, UserError } from './errors.ts'

/** What SQLite and the system call a disk without room, also one whose quota is used up. */
const full = /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/
/** A disk that no longer takes anything: broken, or mounted read-only after an error. Source: https://sqlite.org/rescode.html */
const refused = /^(?:SQLITE_(?:IOERR|READONLY)|EROFS$|EIO$)/

/** A driver wraps errors a few times at most; whoever chains them in a circle does not keep us here. */
const deepest = 8

/** @returns why nothing can be stored; undefined when the error, and what caused it, has another reason */
export function storageTrouble(error: unknown): Trouble | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < deepest; cause = cause.cause, depth += 1) {
    const code = codeOf(cause)
    if (full.test(code)) return 'full'
    if (refused.test(code)) return 'refused'
  }
  return undefined
}

/** What happened to the disk, as a sentence for everybody. */
export const storageSentence = {
  full: 'The disk I keep my data on is full.',
  refused: 'The disk I keep my data on takes nothing any more.',
} as const
type Trouble = keyof typeof storageSentence

/** The same, with what it means and what has to be done. */
export const storageMessage = (trouble: Trouble): string =>
  `${storageSentence[trouble]} Nothing can be saved until whoever runs this bot has ${trouble === 'full' ? 'made room' : 'mended it'}.`

export const storageCode = 'kernel.disk'

/** Whether it failed for want of a disk that takes something, also where a sentence was made of it already. */
export const isStorageTrouble = (error: unknown): boolean =>
  storageTrouble(error) !== undefined || (error instanceof UserError && error.code === storageCode)

/** @returns what to tell whoever wanted something stored; undefined when the failure has nothing to do with the disk */
export function explainStorage(error: unknown): UserError | undefined {
  const trouble = storageTrouble(error)
  return trouble && new UserError(storageCode, storageMessage(trouble), 503)
}
