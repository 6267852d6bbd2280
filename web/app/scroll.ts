import { useEffect, useEffectEvent } from 'react'

/** Calls back with the scroll position: px from the top, and progress from 0 to 1. At most once per frame. */
export function useScroll(onScroll: (position: { top: number; progress: number }) => void): void {
  const tell = useEffectEvent(onScroll)
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const { scrollHeight, clientHeight } = document.documentElement
      const way = scrollHeight - clientHeight
      tell({ top: window.scrollY, progress: way > 0 ? Math.min(1, window.scrollY / way) : 0 })
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    const resized = new ResizeObserver(schedule)
    resized.observe(document.body)
    window.addEventListener('scroll', schedule, { passive: true })
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', schedule)
      cancelAnimationFrame(frame)
    }
  }, [])
}

const easeOutCubic = (t: number) => 1 - (1 - t) ** 3

/**
 * Scrolls to the top in `duration` ms; at once if reduced motion is preferred. A wheel or touch event interrupts it.
 */
export function scrollToTop(duration: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return window.scrollTo(0, 0)
  const from = window.scrollY
  const start = performance.now()
  const interrupted = new AbortController()
  const options = { signal: interrupted.signal, passive: true }
  window.addEventListener('wheel', () => interrupted.abort(), options)
  window.addEventListener('touchstart', () => interrupted.abort(), options)
  const step = (now: number) => {
    if (interrupted.signal.aborted) return
    const t = Math.min(1, (now - start) / duration)
    window.scrollTo(0, from * (1 - easeOutCubic(t)))
    if (t < 1) requestAnimationFrame(step)
    else interrupted.abort()
  }
  requestAnimationFrame(step)
}
