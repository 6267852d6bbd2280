import { Redo2, Undo2 } from 'lucide-react'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import '#web/ui/form/save-bar.css'
import type { Editor } from './use-editor.ts'

/** The bar at the bottom of the page while the draft has unsaved changes. */
export function DraftBar({ editor }: { editor: Editor }) {
  const { dirty, content, saving, mayUndo, mayRedo, undo, redo, discard, save } = editor
  return (
    <div className="save-bar-place" role="status">
      {dirty && (
        <div className="save-bar">
          <span className="save-bar-dot" aria-hidden />
          <p>
            Unsaved changes <span className="muted">in {content.name || 'this message'}</span>
          </p>
          <IconButton
            label="Undo"
            icon={<Undo2 aria-hidden />}
            why={!mayUndo && 'There is nothing to undo.'}
            onClick={undo}
          />
          <IconButton
            label="Redo"
            icon={<Redo2 aria-hidden />}
            why={!mayRedo && 'There is nothing to redo.'}
            onClick={redo}
          />
          <Button variant="ghost" onClick={discard} why={whileBusy(saving)}>
            Discard
          </Button>
          <Button variant="primary" busy={saving} busyLabel="Saving..." onClick={() => void save()}>
            Save draft
          </Button>
        </div>
      )}
    </div>
  )
}
