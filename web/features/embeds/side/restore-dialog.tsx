import { useState } from 'react'
import { failureText } from '#web/app/api.ts'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { useActs } from '../use-acts.ts'

/** Asks for the link to a message. */
export function RestoreDialog({
  acts: { keeps, restore: onRestore },
  busy,
  onClose,
}: {
  acts: Pick<ReturnType<typeof useActs>, 'keeps' | 'restore'>
  busy: boolean
  onClose: () => void
}) {
  const [link, setLink] = useState('')
  const [problem, setProblem] = useState<string>()
  const restore = () => {
    if (busy || link.trim() === '') return
    setProblem(undefined)
    onRestore(link.trim()).catch((error: unknown) => setProblem(failureText(error, 'The message could not be read.')))
  }
  return (
    <EditDialog
      changed={link.trim() !== ''}
      onClose={onClose}
      busy={busy}
      title="Restore from a link"
      description="Any message that both you and the bot can read. A message that was sent from here is edited in place; for any other you get a copy."
      footer={
        <>
          <Button onClick={onClose} why={whileBusy(busy)}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} why={link.trim() === '' && 'Paste a link first.'} onClick={restore}>
            Restore
          </Button>
        </>
      }
    >
      <TextInput
        label="Link of the message"
        value={link}
        onChange={setLink}
        type="url"
        placeholder="https://discord.com/channels/..."
        help="In Discord: the menu of a message, then Copy Message Link."
        error={problem}
        onEnter={restore}
      />
      {keeps !== undefined && <p className="muted">{keeps}</p>}
    </EditDialog>
  )
}
