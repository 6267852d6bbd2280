import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, use } from 'react'
import { IconButton } from './button.tsx'
import { DialogGuard } from './dialog-guard.ts'
import { DialogTop } from './dialog-top.ts'
import { keepDialogOpen } from './over-dialogs.ts'
import { useReturnFocus } from './return-focus.ts'
import './dialog.css'

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Whether its input is being sent: then nothing closes the dialog or leaves its page. */
  busy: boolean
  /** Asks whether changes in it may be lost; undefined if there are none. */
  confirmDiscard?: (() => Promise<boolean>) | undefined
  title: string
  /** Pictures before the title. */
  lead?: ReactNode
  /** Read out with the title. */
  description?: ReactNode
  /** `question` 28 rem, `medium` 46 rem, `wide` 62 rem for a form beside its preview. */
  size?: 'question' | 'medium' | 'wide'
  /** Fixed below the scrolling body: destructive action first, primary last. */
  footer?: ReactNode
  children?: ReactNode
}

const fields = '.dialog-body :is(input, textarea, [role="combobox"]):not(:disabled)'

/** In a dialog with inputs, the first one gets the focus, not the close button. */
function focusFirstField(event: Event) {
  const first = event.currentTarget instanceof Element && event.currentTarget.querySelector<HTMLElement>(fields)
  if (!first) return
  event.preventDefault()
  first.focus()
}

/** Keeps the scrollbar's place while a scrollable page is locked; a page that does not scroll has none to keep. */
function noteScrollbar(scrim: HTMLElement | null) {
  const { scrollHeight, clientHeight } = document.documentElement
  scrim?.toggleAttribute('data-over-scrollbar', scrollHeight > clientHeight)
}

const nothingToLose = () => Promise.resolve(true)

/**
 * Modal: focus is trapped and returns afterwards; Escape and the scrim close it. On phones it is a sheet from below.
 */
export function Dialog({
  open,
  onOpenChange,
  busy,
  confirmDiscard,
  title,
  lead,
  description,
  size = 'question',
  footer,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus()
  const top = use(DialogTop)
  const guard = use(DialogGuard)
  return (
    <Radix.Root
      open={open}
      onOpenChange={next => {
        if (next || !busy) onOpenChange(next)
      }}
    >
      <Radix.Portal>
        {/* Radix locks scrolling with an inline style sheet, which our CSP forbids; dialog.css locks it instead. */}
        <div className="scrim" ref={noteScrollbar}>
          <Radix.Content
            {...returnFocus}
            onOpenAutoFocus={event => {
              returnFocus.onOpenAutoFocus()
              focusFirstField(event)
            }}
            onPointerDownOutside={keepDialogOpen}
            className={clsx('dialog', `dialog-${size}`)}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            {guard({ busy, changed: confirmDiscard !== undefined, confirmDiscard: confirmDiscard ?? nothingToLose })}
            <div className="dialog-head">
              {lead}
              <Radix.Title asChild>
                <h2>{title}</h2>
              </Radix.Title>
              <Radix.Close asChild>
                <IconButton size="sm" label="Close" icon={<X aria-hidden />} />
              </Radix.Close>
            </div>
            <div className="dialog-body">
              {top}
              {description !== undefined && (
                // It may contain a list, which is not allowed in a paragraph.
                <Radix.Description asChild>
                  <div className="muted">{description}</div>
                </Radix.Description>
              )}
              {children}
            </div>
            {footer !== undefined && <div className="dialog-foot">{footer}</div>}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
