import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { whileBusy } from '../because.tsx'
import { Button } from '../button.tsx'
import { focusContentIfLost, useKeptFocus } from '../keep-focus.ts'
import './save-bar.css'

/** Characters of a label that has room beside the text on a phone. */
const longest = 14

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
  useKeptFocus(saving)
  const wasDirty = useRef(dirty)
  useLayoutEffect(() => {
    // The button that was pressed went with the bar.
    if (wasDirty.current && !dirty && !saving) focusContentIfLost()
    wasDirty.current = dirty
  }, [dirty, saving])
  return (
    <div className="save-bar-place" role="status">
      {dirty && (
        <div className="save-bar" data-long={[...label].length > longest || undefined}>
          <span className="save-bar-dot" aria-hidden="true" />
          <p>Unsaved changes{where && <span className="muted"> in {where}</span>}</p>
          <Button variant="ghost" onClick={onReset} why={whileBusy(saving)}>
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
