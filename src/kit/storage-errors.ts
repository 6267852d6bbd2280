import { codeOf, UserError } from './errors.ts'

/** The codes of SQLite and the operating system for a disk without room, including an exhausted quota. */
const full = /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/
/**
 * The codes for a disk that no longer accepts writes: broken, or mounted read-only after an error. Source:
 * https://sqlite.org/rescode.html
 */
const refused = /^(?:SQLITE_(?:IOERR|READONLY)|EROFS$|EIO$)/

/**
 * The depth of causes to search: drivers wrap errors a few times at most, and a circular chain must not loop forever.
 */
const deepest = 8

/** @returns why nothing can be stored; undefined if neither the error nor its causes come from the disk */
export function storageTrouble(error: unknown): Trouble | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < deepest; cause = cause.cause, depth += 1) {
    const code = codeOf(cause)
    if (full.test(code)) return 'full'
    if (refused.test(code)) return 'refused'
  }
  return undefined
}

/** What happened to the disk, as a sentence anybody may read. */
export const storageSentence = {
  full: 'The disk I keep my data on is full.',
  refused: 'The disk I keep my data on no longer accepts data.',
} as const
type Trouble = keyof typeof storageSentence

/** The same, with the consequence and what has to be done. */
export const storageMessage = (trouble: Trouble): string =>
  `${storageSentence[trouble]} Nothing can be saved until whoever runs this bot has ${trouble === 'full' ? 'made room' : 'fixed it'}.`

export const storageCode = 'kernel.disk'

/**
 * Whether something failed because the disk accepts no data, even if the error has already been turned into a sentence.
 */
export const isStorageTrouble = (error: unknown): boolean =>
  storageTrouble(error) !== undefined || (error instanceof UserError && error.code === storageCode)

/**
 * @returns the error to report to anybody who wanted something stored; undefined if the failure has nothing to do with
 * the disk
 */
export function explainStorage(error: unknown): UserError | undefined {
  const trouble = storageTrouble(error)
  return trouble && new UserError(storageCode, storageMessage(trouble), 503)
}
