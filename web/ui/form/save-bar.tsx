import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import './save-bar.css'

/**
 * The foot of a page with unsaved changes. Put it last within the page; it sticks to the bottom of the window.
 * `where` names the sections that changed.
 */
export function SaveBar({
  dirty,
  saving,
  where,
  label = 'Save',
  undo = 'Reset',
  onReset,
  children,
}: {
  dirty: boolean
  saving: boolean
  where?: string | undefined
  label?: string
  /** What undoing is called, where the page has another Reset. */
  undo?: string
  onReset: () => void
  /** What else saves them: a button. */
  children?: ReactNode
}) {
  return (
    <div className="save-bar-place" role="status">
      {dirty && (
        <div className="save-bar">
          <span className="save-bar-dot" aria-hidden="true" />
          <p>Unsaved changes{where && <span className="muted"> in {where}</span>}</p>
          <Button variant="ghost" onClick={onReset} disabled={saving}>
            {undo}
          </Button>
          {children}
          <Button variant="primary" type="submit" busy={saving} busyLabel="Saving...">
            {label}
          </Button>
        </div>
      )}
    </div>
  )
}
