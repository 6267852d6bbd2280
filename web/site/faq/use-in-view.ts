import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How far down the window a heading may be to count as the one being read, as a share of its height. */
const reading = 0.35

const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity

/**
 * Which section is being read: the last one whose heading has scrolled up far enough; at the end of the page, the last
 * of all.
 * @param ids of the headings, in the page's order
 * @returns the id, and a function to set another one, which stays while its heading is on the screen
 */
export function useInView(ids: readonly string[]): [id: string, choose: (id: string) => void] {
  const [id, setId] = useState(ids[0] ?? '')
  const chosen = useRef<string>(undefined)
  const look = useEffectEvent(() => {
    const top = chosen.current === undefined ? Infinity : topOf(chosen.current)
    if (top >= 0 && top < innerHeight) return
    chosen.current = undefined
    const there = ids.filter(one => topOf(one) < Infinity)
    const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 1
    const passed = there.filter(one => topOf(one) <= innerHeight * reading)
    setId((atEnd ? there : passed).at(-1) ?? there[0] ?? '')
  })
  useEffect(() => {
    let frame: number | undefined
    const onScroll = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        look()
      })
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [])
  return [
    id,
    picked => {
      chosen.current = picked
      setId(picked)
    },
  ]
}
