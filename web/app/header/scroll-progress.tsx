import { useRef } from 'react'
import { useScroll } from '../scroll.ts'

/** A line along the header's lower edge: how far the page is read. */
export function ScrollProgress() {
  const line = useRef<HTMLSpanElement>(null)
  useScroll(({ progress }) => {
    if (line.current) line.current.style.scale = `${progress} 1`
  })
  return <span ref={line} className="scroll-progress" aria-hidden />
}
