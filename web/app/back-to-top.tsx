import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { scrollToTop, useScroll } from './scroll.ts'
import './back-to-top.css'

const appearsAfterPx = 400
const durationMs = 800

/** Appears once there is something to scroll back to; its label changes near the end of the page. */
export function BackToTop() {
  const [state, setState] = useState<'hidden' | 'shown' | 'end'>('hidden')
  useScroll(({ top, progress }) => {
    if (top <= appearsAfterPx) setState('hidden')
    else setState(progress > 0.9 ? 'end' : 'shown')
  })
  if (state === 'hidden') return null
  return (
    <button type="button" className="back-to-top" onClick={() => scrollToTop(durationMs)}>
      <ArrowUp aria-hidden />
      {state === 'end' ? 'Blast off to top!' : 'Back to top'}
    </button>
  )
}
