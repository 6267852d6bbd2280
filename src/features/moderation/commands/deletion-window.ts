import { option } from '#kernel/feature.ts'
import { deletionWindows } from '../member-acts/contract.ts'

export const deletionWindow = option.choice(
  'which of their messages to delete: del-1d is those of the last day',
  deletionWindows.map(({ value }) => value),
  { optional: true },
)
