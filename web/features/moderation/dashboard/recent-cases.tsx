import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type moderation from '#features/moderation/contract.ts'
import type { CaseRow } from '#features/moderation/contract.ts'
import { reader } from '#web/app/api.ts'
import { useProductName } from '#web/app/queries.ts'
import { When } from '#web/app/history/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { casesKey } from '../cases/cases-key.ts'
import { kindLabel, subjectOf, toneOf } from '../cases/case-state.ts'
import './recent-cases.css'

// Type import only, so that the dashboard does not load the schemas.
const readModeration = reader<typeof moderation>()

const shown = 5

/** A list on the dashboard: the latest cases, each with a link to its details. */
export function RecentCases({ guildId }: { guildId: string }) {
  const product = useProductName()
  const { data, isPending, isError, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: [...casesKey(guildId), 'recent'],
    queryFn: ({ signal }) =>
      readModeration('/guild/:guildId/moderation/cases', { params: { guildId }, query: { limit: shown }, signal }),
  })
  return (
    <Card as="section" aria-label="Recent moderation">
      <CardHead title="Recent moderation">
        <Link className="link" to="/manage/$guildId/moderation" params={{ guildId }} search={{}} hash="cases">
          All cases
        </Link>
      </CardHead>
      {isError && (
        <Banner tone="danger" title="Recent moderation could not be loaded.">
          <TextButton busy={isFetching} onClick={() => void refetch()}>
            Retry
          </TextButton>
        </Banner>
      )}
      {isPending && (
        <div role="status" className="recent-cases-none">
          <span className="visually-hidden">Loading recent moderation...</span>
          <Skeleton className="recent-cases-skeleton" />
        </div>
      )}
      {data?.cases.length === 0 && (
        <p className="recent-cases-none">No cases yet. What moderators and {product} do to members appears here.</p>
      )}
      {data && (
        <ol className="recent-cases">
          {data.cases.map(entry => (
            <Row key={entry.number} guildId={guildId} entry={entry} now={dataUpdatedAt} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Row({ guildId, entry, now }: { guildId: string; entry: CaseRow; now: number }) {
  const { number, kind, reason, detail, moderator, createdAt, voided } = entry
  const text = reason ?? detail
  return (
    <li>
      <Link
        className="recent-case"
        to="/manage/$guildId/moderation"
        params={{ guildId }}
        search={{ case: number }}
        data-void={voided || undefined}
      >
        <span className="recent-case-words">
          <b>{subjectOf(entry)}</b>
          <span>{text === null || text === '' ? 'No reason given' : text}</span>
        </span>
        <Badge tone={voided ? 'neutral' : toneOf(kind)}>{voided ? 'Void' : kindLabel(kind)}</Badge>
        <span className="recent-case-by">
          <span className="visually-hidden">by </span>
          {moderator?.name ?? 'Unknown'}
        </span>
        <When at={createdAt} now={now} />
      </Link>
    </li>
  )
}
