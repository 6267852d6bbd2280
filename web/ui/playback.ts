import { useEffect, useState } from 'react'

/** Plays a span of time. Times are ms. */
export interface Playback {
  at: number
  playing: boolean
  /** How much faster than it happened. */
  speed: number
  setSpeed(speed: number): void
  /** Shows a moment, and stops there. */
  seek(at: number): void
  /** From the beginning where it had come to its end. */
  toggle(): void
}

/** @param end of the film (ms) */
export function usePlayback(end: number): Playback {
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  useEffect(() => {
    if (!playing) return undefined
    let last: number | undefined
    let frame = requestAnimationFrame(function step(now) {
      const passed = last === undefined ? 0 : (now - last) * speed
      last = now
      setAt(before => Math.min(end, before + passed))
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, speed, end])
  if (playing && at >= end) setPlaying(false)
  return {
    at,
    playing,
    speed,
    setSpeed,
    seek(moment) {
      setPlaying(false)
      setAt(Math.max(0, Math.min(end, moment)))
    },
    toggle() {
      if (!playing && at >= end) setAt(0)
      setPlaying(!playing)
    },
  }
}
