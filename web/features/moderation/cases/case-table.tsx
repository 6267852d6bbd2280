import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { CaseRow } from '#features/moderation/contract.ts'
import { When } from '#web/app/history/relative-time.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CaseDetail } from './case-detail.tsx'
import { kindLabel, stateOf, subjectOf, toneOf } from './case-state.ts'

const columns = 6

/**
 * A table of cases. Each row unfolds into everything known about the case; on phones that includes what the row has no
 * room for.
 */
export function CaseTable({
  guildId,
  cases,
  now,
  unfolded,
}: {
  guildId: string
  cases: readonly CaseRow[]
  now: number
  /** The number of the case whose details are open at first. */
  unfolded?: number | undefined
}) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set(unfolded === undefined ? [] : [unfolded]))
  const toggle = (number: number) =>
    setOpen(before => new Set(before.has(number) ? [...before].filter(one => one !== number) : [...before, number]))
  return (
    <table className="case-table">
      <caption className="visually-hidden">Cases, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Case</th>
          <th scope="col">About</th>
          <th scope="col" className="case-wide">
            Reason
          </th>
          <th scope="col" className="case-wide">
            Moderator
          </th>
          <th scope="col" className="case-wide">
            When
          </th>
          <th scope="col">
            <span className="visually-hidden">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {cases.map(entry => (
          <Fragment key={entry.number}>
            <Row entry={entry} now={now} open={open.has(entry.number)} onToggle={() => toggle(entry.number)} />
            {open.has(entry.number) && (
              <tr className="case-unfolded" id={detailId(entry.number)}>
                <td colSpan={columns}>
                  <CaseDetail guildId={guildId} entry={entry} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const detailId = (number: number) => `case-${number}`

function Row({ entry, now, open, onToggle }: { entry: CaseRow; now: number; open: boolean; onToggle: () => void }) {
  const { number, kind, reason, moderator, createdAt, voided } = entry
  const state = stateOf(entry)
  return (
    <tr className={clsx('case-row', voided && 'case-void')}>
      <th scope="row">
        <span className="case-number">#{number}</span>{' '}
        <Badge tone={voided ? 'neutral' : toneOf(kind)}>{kindLabel(kind)}</Badge>
      </th>
      <td>
        <MemberLink className="case-subject" id={entry.target?.id}>
          {subjectOf(entry)}
        </MemberLink>
        {state && <span className="case-state">{state}</span>}
      </td>
      <td className="case-wide case-reason">{reason ?? entry.detail ?? ''}</td>
      <td className="case-wide">
        <MemberLink id={moderator?.id}>{moderator?.name ?? 'Unknown'}</MemberLink>
      </td>
      <td className="case-wide">
        <When at={createdAt} now={now} />
      </td>
      <td className="case-toggle">
        <button
          type="button"
          aria-label={`Details of case ${number}`}
          aria-expanded={open}
          aria-controls={open ? detailId(number) : undefined}
          onClick={onToggle}
        >
          <ChevronDown aria-hidden />
        </button>
      </td>
    </tr>
  )
}
