import { usageError } from '#kernel/commands/words.ts'

/** Discord's limit for one call of its bulk ban. */
const mostAtOnce = 200

/**
 * Reads ids or mentions, and what follows them as the reason.
 * @throws UserError when there is no id, or there are too many
 */
export function readMassBan(text: string): { ids: string[]; reason: string | null } {
  const ids = new Set<string>()
  let rest = text.trim()
  for (;;) {
    const [whole, id] = /^(?:<@!?)?(\d{17,20})>?(?:[\s,;]+|$)/u.exec(rest) ?? []
    if (whole === undefined || id === undefined) break
    ids.add(id)
    rest = rest.slice(whole.length)
  }
  if (ids.size === 0) throw usageError('Give the ids of the people to ban, with spaces between them.')
  if (ids.size > mostAtOnce) throw usageError(`Give at most ${mostAtOnce} ids at once; these are ${ids.size}.`)
  return { ids: [...ids], reason: rest === '' ? null : rest }
}
