import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { useAutoDismiss } from './auto-dismiss.ts'
import { focusBefore, useFocusLeftBehind } from './keep-focus.ts'
import { heardOverDialogs, pressedOverDialogs } from './over-dialogs.ts'
import { useChangeCount } from './use-change-count.ts'
import './toast.css'

interface Toast {
  title: string
  detail?: string
  tone?: 'success' | 'danger'
}

const ToastContext = createContext<((toast: Toast) => void) | undefined>(undefined)

/** Once around the app; contains the only visible toast. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>()
  const close = useCallback(() => setToast(undefined), [])
  const show = useMemo(() => (next: Toast) => setToast({ ...next }), [])
  // The same sentence is announced again if it is shown again.
  const count = useChangeCount(toast)
  // Of the container, not of the toast: a toast that appears below a resting pointer gets no event.
  const [isPointedAt, setPointedAt] = useState(false)
  return (
    <ToastContext value={show}>
      {children}
      <div
        className="toast-place"
        role="status"
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
        {...heardOverDialogs}
      >
        {toast && <Card key={count} toast={toast} isPointedAt={isPointedAt} onDismiss={close} />}
      </div>
    </ToastContext>
  )
}

function Card({
  toast: { tone = 'success', title, detail },
  isPointedAt,
  onDismiss,
}: {
  toast: Toast
  isPointedAt: boolean
  onDismiss: () => void
}) {
  const own = useRef<HTMLDivElement>(null)
  useFocusLeftBehind(own, focusBefore)
  const [isFocused, setFocused] = useState(false)
  useAutoDismiss(title, isPointedAt || isFocused, onDismiss)
  const Icon = tone === 'danger' ? CircleAlert : CircleCheck
  return (
    <div
      ref={own}
      className="toast"
      data-tone={tone}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      {...pressedOverDialogs}
    >
      <Icon aria-hidden />
      <div>
        <strong>{title}</strong>
        {detail !== undefined && <p className="muted">{detail}</p>}
      </div>
      <IconButton size="sm" label="Dismiss" icon={<X aria-hidden />} onClick={onDismiss} />
    </div>
  )
}

/** Shows a toast for copy, deploy or delete; a new one replaces the last. */
export function useToast(): (toast: Toast) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}
