import { type ReactNode, useRef } from 'react'
import { whileBusy } from '../because.tsx'
import { Button } from '../button.tsx'
import { focusContent, useFocusLeftBehind, useKeptFocus } from '../keep-focus.ts'
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

/** The button that is pressed goes with it. */
function Bar({ isLong, children }: { isLong: boolean; children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  useFocusLeftBehind(own, focusContent)
  return (
    <div ref={own} className="save-bar" data-long={isLong || undefined}>
      {children}
    </div>
  )
}
