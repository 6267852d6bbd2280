import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { focusBefore, useFocusLeftBehind } from './keep-focus.ts'
import { heardOverDialogs, pressedOverDialogs } from './over-dialogs.ts'
import { useTurn } from './use-turn.ts'
import './toast.css'

interface Toast {
  title: string
  detail?: string
  tone?: 'success' | 'danger'
}

const ToastContext = createContext<((toast: Toast) => void) | undefined>(undefined)

/** How long a toast stays, in ms. */
const shownFor = 5000

/** Once around the app; holds the one toast that may be seen at a time. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>()
  const close = useCallback(() => setToast(undefined), [])
  useEffect(() => {
    if (!toast) return undefined
    const timer = setTimeout(close, shownFor)
    return () => clearTimeout(timer)
  }, [toast, close])
  const show = useMemo(() => (next: Toast) => setToast({ ...next }), [])
  // The same sentence once more is announced, too.
  const turn = useTurn(toast)
  return (
    <ToastContext value={show}>
      {children}
      <div className="toast-place" role="status" {...heardOverDialogs}>
        {toast && <Card key={turn} toast={toast} onDismiss={close} />}
      </div>
    </ToastContext>
  )
}

function Card({ toast: { tone = 'success', title, detail }, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const own = useRef<HTMLDivElement>(null)
  useFocusLeftBehind(own, focusBefore)
  const Icon = tone === 'danger' ? CircleAlert : CircleCheck
  return (
    <div ref={own} className="toast" data-tone={tone} {...pressedOverDialogs}>
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
