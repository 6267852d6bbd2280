import { createFileRoute, Link } from '@tanstack/react-router'
import { CircleAlert, RefreshCw, TriangleAlert } from 'lucide-react'
import doctor, { type Finding } from '#features/doctor/contract.ts'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { addressOf } from '#web/app/navigation/entry.ts'
import { useProductName } from '#web/app/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { byPermission, pagesOf, useDoctor } from '../findings.ts'
import '../doctor.css'

export const Route = createFileRoute('/manage/$guildId/doctor')({ component: Doctor })

function Doctor() {
  const { guildId } = Route.useParams()
  const product = useProductName()
  const { data, isError, isFetching, refetch } = useDoctor(guildId)
  return (
    <>
      <PageHead
        title={doctor.title}
        actions={
          <Button icon={<RefreshCw aria-hidden />} busy={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        }
      >
        What {product} lacks in this server to do what is configured, and how to repair it.
      </PageHead>
      {isError && !data && (
        <Banner tone="danger" title="The check could not be completed.">
          Nothing was changed. Try again in a moment.
        </Banner>
      )}
      {!data && !isError && <Spinner label="Checking this server..." />}
      {data && data.findings.length === 0 && (
        <Card>
          <Empty title="Nothing is missing">Permissions, roles and channels are in order.</Empty>
        </Card>
      )}
      {byPermission(data?.findings ?? []).map(({ title, findings }) => (
        <Card key={title} as="section" aria-label={title}>
          <CardHead title={title}>
            <Badge>{findings.length}</Badge>
          </CardHead>
          <ul className="doctor-findings">
            {findings.map((finding, place) => (
              <FindingRow key={place} guildId={guildId} finding={finding} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}

function FindingRow({ guildId, finding }: { guildId: string; finding: Finding }) {
  const isError = finding.severity === 'error'
  const Icon = isError ? CircleAlert : TriangleAlert
  return (
    <li data-severity={finding.severity}>
      <Icon className="lucide icon-lg" aria-hidden />
      <div>
        <h3>{finding.title}</h3>
        <p>{finding.repair}</p>
        {pagesOf(finding).map(page => (
          <Link key={page.path} className="link" to={addressOf(guildId, page.path)}>
            <page.icon aria-hidden />
            {page.name}
          </Link>
        ))}
      </div>
      <span>{isError ? 'Does not work' : 'Will not work when used'}</span>
    </li>
  )
}
