import { type ReactNode, useRef } from 'react'
import { whileBusy } from '../disabled-reason.tsx'
import { Button } from '../button.tsx'
import { focusContent, useFocusLeftBehind, useKeptFocus } from '../keep-focus.ts'
import './save-bar.css'

/** The length of a label that fits beside the text on a phone (characters). */
const longest = 14

/**
 * The save bar of a page with unsaved changes. Put it last within the page; it sticks to the bottom of the window.
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
  /** The label of the undo button, if the page has another Reset. */
  undo?: string
  onReset: () => void
  /** A further button that saves the changes. */
  children?: ReactNode
}) {
  useKeptFocus(saving)
  return (
    <div className="save-bar-place" role="status">
      {dirty && (
        <Bar isLong={[...label].length > longest}>
          <span className="save-bar-dot" aria-hidden="true" />
          <p>Unsaved changes{where && <span className="muted"> in {where}</span>}</p>
          <Button variant="ghost" onClick={onReset} why={whileBusy(saving)}>
            {undo}
          </Button>
          {children}
          <Button variant="primary" type="submit" busy={saving} busyLabel="Saving...">
            {label}
          </Button>
        </Bar>
      )}
    </div>
  )
}

/** The pressed button disappears with the bar. */
function Bar({ isLong, children }: { isLong: boolean; children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  useFocusLeftBehind(own, focusContent)
  return (
    <div ref={own} className="save-bar" data-long={isLong || undefined}>
      {children}
    </div>
  )
}
