import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RestoreField } from '#kernel/history/contract.ts'
import { FailedCall } from '../failed-call.tsx'
import { whileNotLoaded, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useToast } from '#web/ui/toast.tsx'
import kernel from '#kernel/contract.ts'
import { reload } from '#web/app/list/reload.ts'
import '#web/ui/form/switch.css'
import { Difference } from './difference.tsx'
import { momentText } from '../dates.ts'
import { authorText, restoredText, thingText } from './history-text.ts'
import { call } from '../api.ts'
import { guildKey } from '../guild-key.ts'

/** What undoing a change would do now; requested again each time the dialog opens. */
const useRestorePreview = (guildId: string, id: number) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'restore', id],
    queryFn: ({ signal }) => call(kernel, 'restorePreview', { params: { guildId, id: String(id) }, signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })

/** Restores a change. Everything that shows settings is loaded again. */
function useRestore(guildId: string, id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { revision: number; keys: string[] }) =>
      call(kernel, 'restore', { params: { guildId, id: String(id) }, body }),
    onSuccess: () => reload(client, guildKey(guildId)),
  })
}

const canBe = ({ problem, same }: RestoreField) => problem === null && !same

function buttonText(count: number): string {
  if (count === 0) return 'Choose what to restore'
  return count === 1 ? 'Restore 1 field' : `Restore ${count} fields`
}

/** Why a field cannot be chosen, or a note about one that can. */
function notesOf({ problem, same, omitted, changedSince }: RestoreField): string[] {
  if (problem !== null) return [problem]
  if (same) return ['It already has this value.']
  return [
    ...(changedSince ? [`${authorText(changedSince.by)} changed it again, ${momentText(changedSince.at)}.`] : []),
    ...(omitted > 0
      ? [`${omitted} ${omitted === 1 ? 'entry no longer exists and is' : 'entries no longer exist and are'} left out.`]
      : []),
  ]
}

/**
 * Shows, field by field, what restoring a change would do now, and restores it. A field that has changed again since is
 * marked, and restored only if chosen.
 */
export function RestoreDialog({ guildId, id, onClose }: { guildId: string; id: number; onClose: () => void }) {
  const preview = useRestorePreview(guildId, id)
  const restore = useRestore(guildId, id)
  const toast = useToast()
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const { data } = preview
  const isChosen = (field: RestoreField) => canBe(field) && (chosen[field.key] ?? field.changedSince === null)
  const keys = data?.fields.filter(isChosen).map(({ key }) => key) ?? []
  const close = closeUnlessSending(restore, onClose)
  const submit = () =>
    data &&
    restore.mutate(
      { revision: data.revision, keys },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: restoredText(data) })
          onClose()
        },
        // Somebody else saved first, so the outcome would now be different.
        onError: () => void preview.refetch(),
      },
    )
  return (
    <Dialog
      open
      onOpenChange={close}
      busy={restore.isPending}
      size="medium"
      title={data ? `Restore ${data.thing ? thingText(data.thing) : data.featureTitle}` : 'Restore'}
      description={data && `As it was before the change on ${momentText(data.at)}.`}
      footer={
        <>
          <Button onClick={close} why={whileBusy(restore.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={restore.isPending}
            why={
              whileNotLoaded(preview, 'The list of changes could not be loaded. Load it again first.') ||
              (keys.length === 0 && 'Choose at least one field first.')
            }
            onClick={submit}
          >
            {buttonText(keys.length)}
          </Button>
        </>
      }
    >
      <FailedCall error={restore.error} />
      <FailedCall error={preview.error} onRetry={preview.refetch} />
      {preview.isPending && <Skeleton className="restore-loading" />}
      <ul className="restore-fields">
        {data?.fields.map(field => (
          <li key={field.key}>
            <label>
              <input
                type="checkbox"
                className="check"
                checked={isChosen(field)}
                disabled={!canBe(field)}
                onChange={event => setChosen(before => ({ ...before, [field.key]: event.target.checked }))}
              />
              <b>{field.label}</b>
            </label>
            {canBe(field) && <Difference of={field.difference} isAhead />}
            {notesOf(field).map(note => (
              <p key={note} className="restore-note">
                {note}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
