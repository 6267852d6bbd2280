import { Pause, Play, SkipForward } from 'lucide-react'
import { Button } from './button.tsx'
import type { Playback } from './playback.ts'

/**
 * Plays and pauses a film. If it stands still because reduced motion is preferred, the button shows the next picture.
 */
export function PlaybackButton({
  playback: { at, playing, toggle, seek },
  isStill,
  moments,
}: {
  playback: Playback
  isStill: boolean
  /** The times at which the pictures begin. */
  moments: readonly number[]
}) {
  if (isStill)
    return (
      <Button
        size="sm"
        icon={<SkipForward aria-hidden />}
        onClick={() => seek(moments.find(moment => moment > at) ?? 0)}
      >
        Next picture
      </Button>
    )
  return (
    <Button size="sm" icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />} onClick={toggle}>
      {playing ? 'Pause' : 'Play'}
    </Button>
  )
}
