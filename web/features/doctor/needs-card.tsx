import { Link } from '@tanstack/react-router'
import { CircleAlert, Stethoscope, TriangleAlert } from 'lucide-react'
import type { Finding } from '#features/doctor/contract.ts'
import type { PersonNeed } from '#web/app/slots.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { pagesOf } from './findings.ts'
import './needs-card.css'

/** At most this many are shown, so that they can be read at a glance. */
const mostShown = 6

/** A finding as the dashboard shows it: with a link to the page of the feature that needs it, or else to the doctor. */
export function needOf(finding: Finding, guildId: string): PersonNeed {
  const [page] = pagesOf(finding)
  const isError = finding.severity === 'error'
  return {
    key: `${finding.feature} ${finding.title} ${finding.setting ?? ''}`,
    icon: isError ? CircleAlert : TriangleAlert,
    title: finding.title,
    text: finding.repair,
    urgent: isError,
    repair: {
      label: 'Repair',
      link: { to: '/manage/$guildId/$', params: { guildId, _splat: page?.path ?? 'doctor' } },
    },
  }
}

/** What waits for a person, urgent things first, each with a link to its repair. */
export function Needs({ guildId, needs }: { guildId: string; needs: readonly PersonNeed[] }) {
  const inOrder = [...needs.filter(({ urgent }) => urgent), ...needs.filter(({ urgent }) => !urgent)]
  const more = needs.length - mostShown
  return (
    <Card as="section" className="needs" aria-label="Needs a person">
      <CardHead title="Needs a person">
        <Badge tone="warning">
          {formatNumber(needs.length)}
          <span className="visually-hidden"> in all</span>
        </Badge>
      </CardHead>
      <ul>
        {inOrder.slice(0, mostShown).map(({ key, icon: Icon, title, text, urgent, repair: { label, link } }) => (
          <li key={key} data-urgent={urgent || undefined}>
            <Icon aria-hidden />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <Link className="link" {...link} aria-label={`${label}: ${title}`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link className="link needs-more" to="/manage/$guildId/doctor" params={{ guildId }}>
          <Stethoscope aria-hidden />
          {formatNumber(more)} more to look at
        </Link>
      )}
    </Card>
  )
}
