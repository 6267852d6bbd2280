import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type RemovedEmoji, removedDays } from '#features/emojis/emoji/contract.ts'
import { failureText } from '#web/app/api.ts'
import { momentWithin } from '#web/app/dates.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { nameOf } from '#web/app/people/people-list.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { keptPictureUrl, type useEmojiCalls } from './use-emojis.ts'

/** Emoji that were deleted here, whose pictures are kept for a while. */
export function RemovedCard({
  guildId,
  removed,
  closed,
  now,
  calls: { restore, forget },
  onDone,
  onFailed,
}: {
  guildId: string
  removed: readonly RemovedEmoji[]
  /** Why nothing can be put back. */
  closed: string | undefined
  now: number
  calls: ReturnType<typeof useEmojiCalls>
  onDone: (sentence: string) => void
  onFailed: (sentence: string) => void
}) {
  const [asking, setAsking] = useState<RemovedEmoji>()
  if (removed.length === 0) return null
  return (
    <Card as="section" aria-label="Recently deleted">
      <CardHead title="Recently deleted">
        <span className="muted">Kept for {removedDays} days</span>
      </CardHead>
      <p className="emoji-note">
        Discord gives an emoji that is put back a new ID: old messages and reactions do not show it again. Settings here
        that use it are updated.
        {closed !== undefined && ` ${closed}`}
      </p>
      <ul className="emoji-rows">
        {removed.map(emoji => (
          <li className="emoji-row" key={emoji.id}>
            <img
              className="emoji-picture"
              src={keptPictureUrl(guildId, emoji.id)}
              alt=""
              width={32}
              height={32}
              loading="lazy"
              draggable={false}
            />
            <div className="emoji-words">
              <b className="truncate">:{emoji.name}:</b>
              <small className="muted">
                Deleted {momentWithin(emoji.removedAt, now)}
                {emoji.removedBy && (
                  <>
                    {' '}
                    by <MemberLink id={emoji.removedBy.id}>{nameOf(emoji.removedBy)}</MemberLink>
                  </>
                )}
              </small>
            </div>
            <span className="emoji-acts">
              <Button
                size="sm"
                icon={<RotateCcw aria-hidden />}
                why={closed ?? whileBusy(restore.isPending)}
                busy={restore.isPending && restore.variables === emoji.id}
                busyLabel="Putting back..."
                onClick={() =>
                  restore.mutate(emoji.id, {
                    onSuccess: ({ emoji: made, waiting }) =>
                      onDone(made ? `:${made.name}: is back, under a new ID.` : (waiting ?? '')),
                    onError: error => onFailed(failureText(error, 'The emoji could not be put back. Try again.')),
                  })
                }
              >
                Put back
                <span className="visually-hidden">: {emoji.name}</span>
              </Button>
              <IconButton
                size="sm"
                label={`Delete the picture of :${emoji.name}: for good`}
                icon={<Trash2 aria-hidden />}
                why={closed}
                onClick={() => setAsking(emoji)}
              />
            </span>
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          open
          title={`Delete the picture of :${asking.name}:?`}
          action="Delete picture"
          busy={forget.isPending}
          onCancel={() => setAsking(undefined)}
          onConfirm={() =>
            forget.mutate(asking.id, {
              onSuccess: () => onDone(`The picture of :${asking.name}: is deleted.`),
              onError: error => onFailed(failureText(error, 'The picture could not be deleted. Try again.')),
              onSettled: () => setAsking(undefined),
            })
          }
        >
          The emoji can no longer be put back after that.
        </ConfirmDialog>
      )}
    </Card>
  )
}
