import { countedDays } from '#features/emojis/emoji/contract.ts'
import { shortDayText } from '#web/app/dates.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import type { EmojiList } from './use-emojis.ts'

const share = ({ used, most }: { used: number; most: number }) => (most === 0 ? 0 : Math.min(1, used / most))
const toneOf = (part: number) => (part >= 1 ? 'danger' : part >= 0.9 ? 'warning' : undefined)

function Room({ label, room }: { label: string; room: { used: number; most: number } }) {
  const left = Math.max(0, room.most - room.used)
  return (
    <div className="emoji-room">
      <dt>{label}</dt>
      <dd>
        <span className="emoji-room-figure">
          <b>{formatNumber(room.used)}</b> of {formatNumber(room.most)}
        </span>
        <meter
          className="emoji-meter"
          min={0}
          max={room.most}
          value={Math.min(room.used, room.most)}
          aria-label={`${label}: ${room.used} of ${room.most} places taken`}
          data-tone={toneOf(share(room))}
        />
        <small className="muted">{left === 0 ? 'No room for another' : `Room for ${formatNumber(left)} more`}</small>
      </dd>
    </div>
  )
}

/** How many emoji of each kind there is room for, and since when their use is counted. */
export function RoomCard({ list, counting }: { list: EmojiList; counting: boolean }) {
  const { slots, countingSince, emojis } = list
  const used = emojis.reduce((sum, { messages, reactions }) => sum + messages + reactions, 0)
  return (
    <Card as="section" aria-label="Room and use">
      <CardHead title="Room and use" />
      <dl className="emoji-rooms">
        <Room label="Static" room={slots.static} />
        <Room label="Animated" room={slots.animated} />
        <div className="emoji-room">
          <dt>Used in {countedDays} days</dt>
          <dd>
            <span className="emoji-room-figure">
              <b>{formatNumber(used)}</b> {used === 1 ? 'time' : 'times'}
            </span>
            <small className="muted">
              {counting && countingSince !== null
                ? `Messages and reactions of members, counted since ${shortDayText(countingSince)}`
                : 'Not counted: switched off below'}
            </small>
          </dd>
        </div>
      </dl>
    </Card>
  )
}
