import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'
import type { AttackKind, DrillResult } from '#features/antinuke/drill/contract.ts'
import { mostPickets as mostInStrip, picketMs } from '#features/antinuke/incidents/contract.ts'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { CardTitle } from '../card-title.tsx'
import { Strip } from '../incidents/incident-strip.tsx'
import { framesOf, momentOf, tallyAt, wordsOf } from './drill-words.ts'
import { PlaybackButton } from '#web/ui/playback-button.tsx'
import { type Playback, usePlayback } from '#web/ui/playback.ts'
import './film.css'

/** Pickets in a picture; if there are more things, each picket stands for several. */
const mostInPicture = 60

const speeds = [
  { value: '0.25', label: '¼×' },
  { value: '1', label: '1×' },
  { value: '4', label: '4×' },
  { value: '16', label: '16×' },
] as const
type Speed = (typeof speeds)[number]['value']

/**
 * A film of the drill, which can be played, stepped through or dragged. It stands still if reduced motion is preferred.
 */
export function Film({ drill, attack }: { drill: DrillResult; attack: AttackKind }) {
  const frames = framesOf(drill)
  const end = Math.max(...frames.map(({ at }) => at))
  const playback = usePlayback(end)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const { at, seek } = playback
  const { thing, gone } = wordsOf[attack]
  const each = Math.max(1, Math.ceil(drill.attempts / mostInPicture))
  const reached = frames.findLastIndex(frame => frame.at <= at)
  const countAt = (moment: number) => {
    const tally = tallyAt(drill, moment)
    return `${formatNumber(tally.gone - tally.back)} of ${formatNumber(drill.attempts)} ${gone}`
  }
  return (
    <Card as="section" aria-labelledby="drill-film">
      <CardTitle
        id="drill-film"
        title="The film"
        help={each === 1 ? `One picket is one ${thing}.` : `One picket is ${each} of them, each a ${thing}.`}
      >
        <ul className="picket-key">
          <li>
            <i /> Standing
          </li>
          <li>
            <i className="is-flat" /> {gone === 'gone' ? 'Gone' : 'Banned'}
          </li>
          <li>
            <i className="is-repair" /> Back
          </li>
        </ul>
      </CardTitle>
      <div className="film-now">
        <Pickets drill={drill} at={at} each={each} />
        <p>
          <b>{frames[reached]?.title ?? 'Before it begins'}</b> {countAt(at)}
        </p>
      </div>
      <ol className="film-frames">
        {frames.map(({ at: moment, title }, place) => (
          <li key={title}>
            <button type="button" aria-current={place === reached ? 'step' : undefined} onClick={() => seek(moment)}>
              <span className="film-time">{momentOf(moment)}</span>
              <Pickets drill={drill} at={moment} each={each} />
              <b>{title}</b>
              <span>{countAt(moment)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="film-controls">
        <PlaybackButton playback={playback} isStill={isStill} moments={frames.map(frame => frame.at)} />
        <Slider
          drill={drill}
          end={end}
          playback={playback}
          moments={frames.map(frame => frame.at)}
          text={`${momentOf(at)}, ${countAt(at)}`}
          onSpace={isStill ? undefined : playback.toggle}
        />
        <span className="film-time">
          {momentOf(at)} of {momentOf(end)}
        </span>
        {!isStill && (
          <Segmented
            label="Speed"
            name="film-speed"
            value={String(playback.speed) as Speed}
            onChange={speed => playback.setSpeed(Number(speed))}
            options={speeds}
          />
        )}
      </div>
    </Card>
  )
}

function Pickets({ drill, at, each }: { drill: DrillResult; at: number; each: number }) {
  const { gone, back } = tallyAt(drill, at)
  return (
    <span className="film-pickets" aria-hidden>
      {Array.from({ length: Math.ceil(drill.attempts / each) }, (_, place) => (
        <i key={place} className={clsx(place * each < back ? 'is-back' : place * each < gone && 'is-gone')} />
      ))}
    </span>
  )
}

/**
 * The incident's strip with the current time on it: the arrow keys move by a picket's 50 ms, with Shift by a picture.
 */
function Slider({
  drill: { strip },
  end,
  playback: { at, seek },
  moments,
  text,
  onSpace,
}: {
  drill: DrillResult
  end: number
  playback: Playback
  moments: readonly number[]
  text: string
  onSpace: (() => void) | undefined
}) {
  // The time span of the strip: one picket per interval.
  const shown = mostInStrip * Math.max(picketMs, Math.ceil((end + 1) / mostInStrip))
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (event.key === ' ' && onSpace) onSpace()
    else if (way === undefined) return
    else if (event.shiftKey)
      seek(
        (way > 0 ? moments.find(moment => moment > at) : moments.findLast(moment => moment < at)) ??
          (way > 0 ? end : 0),
      )
    else seek(at + way * picketMs)
    event.preventDefault()
  }
  return (
    <span className="film-slider" style={{ '--at': Math.min(1, at / shown) }}>
      <Strip pickets={strip} />
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={text}
        min={0}
        max={shown}
        step="any"
        value={at}
        onChange={event => seek(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}
