import { ChevronDown, Hash, UserRound } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { longUtcDayText } from '#web/app/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { PlaybackButton } from '#web/ui/playback-button.tsx'
import { type Playback, usePlayback } from '#web/ui/playback.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { countOf, endOf, type Film, momentOf, picturesOf, stateAt } from './film.ts'
import recorded from './film.json' with { type: 'json' }
import './player.css'

// Written by `npm run film`.
const film = recorded as Film

const stepMs = 50
const icons = { category: ChevronDown, channel: Hash, role: UserRound } as const
const words = { standing: '', gone: 'deleted', back: 'put back' } as const

/** The state at a time, in words. */
function standing(at: number): string {
  const states = stateAt(film, at)
  const gone = states.filter(state => state === 'gone').length
  const back = states.filter(state => state === 'back').length
  const all = formatNumber(film.things.length)
  return gone > 0 || back === 0 ? `${formatNumber(gone)} of ${all} gone` : `${formatNumber(back)} put back, none gone`
}

/** A film that can be played, stepped through or dragged. It stands still if reduced motion is preferred. */
export default function Player() {
  const pictures = picturesOf(film)
  const end = endOf(film)
  const playback = usePlayback(end)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const { at, seek } = playback
  const reached = pictures.findLastIndex(picture => picture.at <= at)
  const banned = film.events.find(({ what }) => what === 'banned')?.at
  const isBanned = banned !== undefined && at >= banned
  return (
    <figure className="player">
      <Card>
        <div className="player-head">
          <b>Tidewater Makers</b>
          <Badge tone={isBanned ? 'success' : 'danger'}>{isBanned ? 'Attacker banned' : 'Under attack'}</Badge>
        </div>
        <Things at={at} />
        <ol className="player-pictures">
          {pictures.map(({ at: moment, title }, place) => (
            <li key={title}>
              <button type="button" aria-current={place === reached ? 'step' : undefined} onClick={() => seek(moment)}>
                <span>{momentOf(moment)}</span>
                <b>{title}</b>
              </button>
            </li>
          ))}
        </ol>
        <div className="player-controls">
          <PlaybackButton playback={playback} isStill={isStill} moments={pictures.map(picture => picture.at)} />
          <Slider end={end} playback={playback} isStill={isStill} />
          <span className="player-time">
            {momentOf(at)} of {momentOf(end)}
          </span>
        </div>
      </Card>
      <figcaption>{told()}</figcaption>
    </figure>
  )
}

/** A description of the recording, from its own figures. */
function told(): string {
  const { attack, delays, fields, events } = film
  const gone = countOf(film, 'gone')
  const banned = events.find(({ what }) => what === 'banned')?.at ?? 0
  const back = events.findLast(({ what }) => what === 'back')?.at ?? 0
  const day = longUtcDayText(Date.parse(film.recorded))
  return `Recorded on ${day}: ${attack.perSecond} deletions a second, ${formatNumber(gone)} of ${formatNumber(attack.sent)} landed, banned ${momentOf(banned)} after the first, everything back after ${momentOf(back)}; ${formatNumber(fields.same)} of ${formatNumber(fields.total)} fields read back as before. Half of the requests took longer than ${delays.requestMs} ms; entries of the audit log came ${delays.auditMs} ms late.`
}

function Things({ at }: { at: number }) {
  const states = stateAt(film, at)
  const list = (name: string, isOurs: (kind: Film['things'][number]['kind']) => boolean) => (
    <div>
      <h3>{name}</h3>
      <ul>
        {film.things.map(({ kind, name: called }, place) => {
          if (!isOurs(kind)) return null
          const Icon = icons[kind]
          const state = states[place] ?? 'standing'
          return (
            <li key={place} data-kind={kind} data-state={state}>
              <Icon aria-hidden />
              <span>{called}</span>
              <span className="visually-hidden">{words[state]}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
  return (
    <div className="player-things">
      {list('Channels', kind => kind !== 'role')}
      {list('Roles', kind => kind === 'role')}
    </div>
  )
}

/** The arrow keys move by 50 ms, with Shift by a picture; Space plays. */
function Slider({
  end,
  playback: { at, seek, toggle },
  isStill,
}: {
  end: number
  playback: Playback
  isStill: boolean
}) {
  const moments = picturesOf(film).map(picture => picture.at)
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (event.key === ' ' && !isStill) toggle()
    else if (way === undefined) return
    else if (event.shiftKey)
      seek((way > 0 ? moments.find(one => one > at) : moments.findLast(one => one < at)) ?? (way > 0 ? end : 0))
    else seek(at + way * stepMs)
    event.preventDefault()
  }
  return (
    <input
      type="range"
      className="player-slider"
      aria-label="Moment"
      aria-valuetext={`${momentOf(at)}, ${standing(at)}`}
      min={0}
      max={end}
      step="any"
      value={at}
      onChange={event => seek(event.target.valueAsNumber)}
      onKeyDown={onKeyDown}
    />
  )
}
