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

/** The error if somebody else has saved the answer since it was loaded: lists the differences between both versions. */
export function conflicting(
  before: Written & { changedAt: number },
  posted: Written,
  changer: { id: string | null; name: string | null },
): UserError {
  const at = before.changedAt
  const name = changer.name ?? 'Somebody else'
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
  return new UserError(
    'tickets.tag-changed',
    `${inert(name)} has changed this answer in the meantime. Nothing was saved.`,
    409,
    undefined,
    { revision: at, fields, joined: [] },
  )
}
