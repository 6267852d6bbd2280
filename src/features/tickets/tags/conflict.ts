import { isDeepStrictEqual } from 'node:util'
import { describeField } from '#contract'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import { toldTag } from './contract.ts'

interface Written {
  text: string
  words: string[]
}

/** The error if somebody else has deleted the answer since it was loaded. */
export const noMore = () =>
  new UserError(
    'tickets.tag-deleted',
    'Somebody else has deleted this answer in the meantime. Save again to keep yours as a new one.',
    409,
  )

/**
 * The error if the answer has been saved since it was loaded: lists the differences between both versions.
 * @param caller who saves it now, and may have done so before
 */
export function conflicting(
  before: Written & { changedAt: number },
  posted: Written,
  changer: { id: string | null; name: string | null },
  caller: string | null,
): UserError {
  const at = before.changedAt
  const name = changer.name ?? 'Somebody else'
  const what =
    changer.id !== null && changer.id === caller
      ? 'You have changed this answer elsewhere'
      : `${inert(name)} has changed this answer`
  const fields = (['text', 'words'] as const)
    .filter(key => !isDeepStrictEqual(before[key], posted[key]))
    .map(key => ({
      key,
      label: describeField(toldTag.shape[key])?.label ?? key,
      by: { userId: changer.id, name, avatarURL: null, via: 'dashboard' },
      at,
      was: undefined,
      theirs: before[key],
      yours: posted[key],
    }))
  return new UserError('tickets.tag-changed', `${what} in the meantime. Nothing was saved.`, 409, undefined, {
    revision: at,
    fields,
    joined: [],
  })
}
