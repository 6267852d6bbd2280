import { type CSSProperties, useEffect, useState } from 'react'
import { heardOverDialogs } from './over-dialogs.ts'
import { useChangeCount } from './use-change-count.ts'
import './tooltip.css'
import './tapped-reason.css'

/** How long a reason stays, in ms. */
const shownFor = 5000
/** The room for two lines below what was tapped, the width of the box, and the gap (px). */
const [room, width, gap] = [72, 300, 8] as const

interface Tapped {
  reason: string
  place: CSSProperties
}

/** The reason why the tapped control cannot be pressed, from its tooltip; undefined for everything else. */
function reasonOf(target: EventTarget | null): Tapped | undefined {
  if (!(target instanceof Element)) return undefined
  const control = target.closest(':disabled, [aria-disabled="true"]')
  const reason = control?.closest<HTMLElement>('[title]')?.title
  if (!control || !reason) return undefined
  // For fields disabled together, the tapped one: all of them together may be higher than the window.
  const { top, bottom, left } = (control instanceof HTMLFieldSetElement ? target : control).getBoundingClientRect()
  const isLow = bottom + room > innerHeight
  return {
    reason,
    place: {
      left: Math.max(gap, Math.min(left, innerWidth - width - gap)),
      ...(isLow ? { bottom: innerHeight - top + gap } : { top: bottom + gap }),
    },
  }
}

/**
 * Once around the app. Touch opens no tooltips, so a tap on a disabled control shows its reason beside it, until the
 * next tap, Escape, or a while later.
 */
export function TappedReason() {
  const [tapped, setTapped] = useState<Tapped>()
  const count = useChangeCount(tapped)
  useEffect(() => {
    const close = () => setTapped(undefined)
    const tap = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') setTapped(reasonOf(event.target))
    }
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('pointerup', tap)
    document.addEventListener('keydown', escape)
    // Scrolling moves the control away from the box.
    document.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      document.removeEventListener('pointerup', tap)
      document.removeEventListener('keydown', escape)
      document.removeEventListener('scroll', close, { capture: true })
    }
  }, [])
  useEffect(() => {
    if (!tapped) return undefined
    const timer = setTimeout(() => setTapped(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [tapped])
  return (
    <div role="status" {...heardOverDialogs}>
      {tapped && (
        <div key={count} className="tooltip tapped-reason" style={tapped.place}>
          {tapped.reason}
        </div>
      )}
    </div>
  )
}
