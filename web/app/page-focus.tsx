import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { heardOverDialogs } from '#web/ui/over-dialogs.ts'

/** After a navigation: announces the new page's title to screen readers and moves the focus to its content. */
export function PageFocus() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        document.getElementById('main')?.focus({ preventScroll: true })
        setTitle(document.title)
      }),
    [router],
  )
  return (
    <div className="visually-hidden" role="status" {...heardOverDialogs}>
      {title}
    </div>
  )
}
