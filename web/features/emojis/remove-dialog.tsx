import { type ListedEmoji, removedDays } from '#features/emojis/emoji/contract.ts'
import { failureText } from '#web/app/api.ts'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import type { useEmojiCalls } from './use-emojis.ts'

/** Asks before one or several emoji are deleted, and lists their names. */
export function RemoveDialog({
  emojis,
  calls: { remove },
  onClose,
  onDone,
  onFailed,
}: {
  emojis: readonly ListedEmoji[]
  calls: ReturnType<typeof useEmojiCalls>
  onClose: () => void
  onDone: (sentence: string) => void
  onFailed: (sentence: string, stays?: boolean) => void
}) {
  const [first] = emojis
  const names = emojis.map(({ name }) => `:${name}:`).join(', ')
  const title =
    emojis.length === 1 && first ? `Delete :${first.name}:?` : `Delete ${formatCount(emojis.length, 'emoji')}?`
  return (
    <ConfirmDialog
      open
      title={title}
      action={emojis.length === 1 ? 'Delete emoji' : `Delete ${emojis.length}`}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(
          emojis.map(({ id }) => id),
          {
            onSuccess({ removed, left }) {
              const deleted = removed.length > 0 ? [`${formatCount(removed.length, 'emoji')} deleted.`] : []
              if (left.length === 0) onDone(deleted.join(' '))
              else onFailed([...deleted, ...left.map(({ name, why }) => `:${name}: ${why}`)].join(' '), true)
            },
            onError: error => onFailed(failureText(error, 'Nothing was deleted. Try again.')),
            onSettled: onClose,
          },
        )
      }
    >
      {emojis.length > 1 && `${names}. `}
      Messages and reactions lose {emojis.length === 1 ? 'it' : 'them'} at once. The pictures are kept for {removedDays}{' '}
      days, to put them back.
    </ConfirmDialog>
  )
}
