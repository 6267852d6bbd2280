import { FileText, Gavel, Link2, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type {
  IncidentReport,
  ShownEvent,
  ShownLane,
  ShownPart,
  VerifiedObject,
} from '#features/antinuke/incidents/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { IconTile } from '#web/ui/icon-tile.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { isTyping, useKeyDown } from '#web/ui/use-key-down.ts'
import { subjectsOf } from './event-subjects.ts'
import { fineClock, preciseDuration, pieceText } from './incident-words.ts'
import { SubjectButtons } from './subject-buttons.tsx'
import './timeline.css'

const looks: Record<ShownLane, { tone: 'danger' | 'act' | 'done'; icon: ReactNode; label: string }> = {
  attack: { tone: 'danger', icon: <Trash2 aria-hidden />, label: 'Damage' },
  stop: { tone: 'act', icon: <Gavel aria-hidden />, label: 'Response' },
  restore: { tone: 'done', icon: <RotateCcw aria-hidden />, label: 'Repaired' },
  settings: { tone: 'done', icon: <Link2 aria-hidden />, label: 'Settings' },
  verify: { tone: 'done', icon: <ShieldCheck aria-hidden />, label: 'Verified' },
}

/** More would keep a phone busy for seconds; a button shows the rest. */
const atFirst = 60

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/** J and K move through the events. */
function useEventKeys(list: RefObject<HTMLOListElement | null>) {
  useKeyDown(event => {
    const step = { j: 1, k: -1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isInDialog(event.target)) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.event-row') ?? [])]
    const place = rows.findIndex(row => row === document.activeElement)
    const next = place === -1 ? 0 : place + step
    rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus()
  })
}

/** All events in words. Choosing one shows its evidence. @param asked an event to open */
export function Timeline({
  report,
  chosen,
  onChoose,
  asked,
  onOpen,
}: {
  report: IncidentReport
  chosen: number | undefined
  onChoose: (event: number | undefined) => void
  asked: number | undefined
  /** Shows an object in the list of verified fields. */
  onOpen: (object: VerifiedObject) => void
}) {
  const { events, moreEvents, incident } = report
  const list = useRef<HTMLOListElement>(null)
  const [all, setAll] = useState(false)
  const isHidden = !all && events.slice(atFirst).some(({ id }) => id === asked)
  if (isHidden) setAll(true)
  useEventKeys(list)
  useEffect(() => {
    if (asked !== undefined) list.current?.querySelector<HTMLElement>(`#event-${asked}`)?.focus()
  }, [asked])
  const shown = all ? events : events.slice(0, atFirst)
  return (
    <>
      <ol className="events" ref={list} aria-label="Events">
        {shown.map(event => (
          <Event
            key={event.id}
            event={event}
            startedAt={incident.startedAt}
            open={event.id === chosen}
            onToggle={() => onChoose(event.id === chosen ? undefined : event.id)}
          >
            <SubjectButtons subjects={subjectsOf(event, report)} onOpen={onOpen} />
          </Event>
        ))}
      </ol>
      {(shown.length < events.length || moreEvents > 0) && (
        <div className="events-more">
          {shown.length < events.length && (
            <Button size="sm" onClick={() => setAll(true)}>
              Show all {formatNumber(events.length)}
            </Button>
          )}
          {moreEvents > 0 && <span>{formatNumber(moreEvents)} later events are not listed.</span>}
        </div>
      )}
    </>
  )
}

const Piece = ({ part }: { part: ShownPart }) => (typeof part === 'string' ? part : <b dir="auto">{pieceText(part)}</b>)

function Event({
  event,
  startedAt,
  open,
  onToggle,
  children,
}: {
  event: ShownEvent
  startedAt: number
  open: boolean
  onToggle: () => void
  /** Its links. */
  children: ReactNode
}) {
  const { id, at, lane, parts, entry } = event
  const { tone, icon, label } = looks[lane]
  return (
    <li className="event">
      <button type="button" className="event-row" id={`event-${id}`} aria-expanded={open} onClick={onToggle}>
        <time dateTime={new Date(at).toISOString()}>{fineClock(at)}</time>
        <IconTile tone={tone}>{icon}</IconTile>
        <span className="event-words">
          <span className="visually-hidden">{label}: </span>
          {parts.map((part, place) => (
            // The parts of a sentence never reorder.
            <Piece key={place} part={part} />
          ))}
        </span>
        <span className="event-evidence">
          {entry !== null && (
            <>
              <FileText aria-hidden />
              Entry {entry.slice(-4)}
            </>
          )}
        </span>
      </button>
      {open && (
        <div className="event-detail">
          <p>
            {momentText(at)}, {preciseDuration(Math.max(0, at - startedAt))} after the first action.
          </p>
          {entry === null ? (
            <p>
              {lane === 'attack'
                ? "Seen in Discord's events; the audit log has no entry for it."
                : 'Recorded as it was done.'}
            </p>
          ) : (
            <p>
              Entry <span className="code">{entry}</span> of Discord’s audit log <CopyButton text={entry} />
            </p>
          )}
          <div className="event-acts">{children}</div>
        </div>
      )}
    </li>
  )
}
