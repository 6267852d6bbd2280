import { useEffect, useState } from 'react'

/** Plays back a time span. Times are in ms. */
export interface Playback {
  at: number
  playing: boolean
  /** The factor by which it is faster than real time. */
  speed: number
  setSpeed(speed: number): void
  /** Shows a moment and pauses there. */
  seek(at: number): void
  /** Plays or pauses; starts again if it had reached the end. */
  toggle(): void
}

/** @param end the film's length (ms) */
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
