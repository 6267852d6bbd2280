import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { IncidentReport, VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { subjectsOf } from './event-subjects.ts'
import { fineClock, preciseClock, sentenceText } from './incident-words.ts'
import { SubjectButtons } from './subject-buttons.tsx'
import './evidence.css'

interface Props {
  guildId: string
  report: IncidentReport
  onOpen: (object: VerifiedObject) => void
}

/** The evidence for an incident: how much there is and, on request, each entry with its subject. */
export function Evidence({ guildId, report, onOpen }: Props) {
  const { incident, events } = report
  const [open, setOpen] = useState(false)
  const entries = useId()
  const attacks = events.filter(({ lane }) => lane === 'attack')
  const proven = attacks.filter(({ entry }) => entry !== null).length
  const facts = [
    ['Audit log entries', String(proven)],
    ...(proven < attacks.length ? [['Events without an entry', String(attacks.length - proven)]] : []),
    ['Noticed by', incident.module],
    ['Punishment asked for', incident.punishment],
    ['Last good moment', preciseClock(incident.startedAt - 1)],
    ['Decided', preciseClock(incident.decidedAt)],
  ]
  return (
    <Card as="section" aria-label="Evidence">
      <CardHead title="Evidence" />
      <dl className="incident-facts incident-facts-card">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {attacks.length > 0 && (
        <div className="incident-foot evidence-foot">
          <p className="incident-muted">Each entry, what it is about, and the journal around them.</p>
          <Button
            size="sm"
            aria-expanded={open}
            aria-controls={open ? entries : undefined}
            icon={open ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Close' : 'Open'}
            <span className="visually-hidden"> the evidence</span>
          </Button>
        </div>
      )}
      {open && (
        <div id={entries}>
          <Entries guildId={guildId} report={report} onOpen={onOpen} />
        </div>
      )}
    </Card>
  )
}

const atFirst = 20
/** How much time before and after the incident the time machine compares (ms). */
const aroundMs = 1000

function Entries({ guildId, report, onOpen }: Props) {
  const { incident, events, moreEvents, recovery } = report
  const [all, setAll] = useState(false)
  const attacks = events.filter(({ lane }) => lane === 'attack')
  const shown = all ? attacks : attacks.slice(0, atFirst)
  const end = Math.max(incident.lastAt, incident.endedAt ?? 0, recovery?.finishedAt ?? 0)
  return (
    <>
      <ol className="evidence-entries" aria-label="Entries">
        {shown.map(event => (
          <li key={event.id}>
            <p>{sentenceText(event.parts)}</p>
            <p className="incident-muted">
              {fineClock(event.at)},{' '}
              {event.entry === null ? (
                'only an event: the audit log has no entry for it.'
              ) : (
                <>
                  entry <span className="code">{event.entry}</span> <CopyButton text={event.entry} />
                </>
              )}
            </p>
            <div className="evidence-acts">
              <SubjectButtons subjects={subjectsOf(event, report)} onOpen={onOpen} />
            </div>
          </li>
        ))}
      </ol>
      {shown.length < attacks.length && (
        <div className="incident-foot">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {formatNumber(attacks.length)}
          </Button>
        </div>
      )}
      {moreEvents > 0 && (
        <p className="incident-foot incident-muted">{formatNumber(moreEvents)} later events are not listed.</p>
      )}
      <div className="incident-foot">
        <LinkButton
          size="sm"
          to="/manage/$guildId/antinuke/time-machine"
          params={{ guildId }}
          search={{ from: incident.startedAt - aroundMs, to: end + aroundMs }}
        >
          Open the journal around them
        </LinkButton>
      </div>
    </>
  )
}
