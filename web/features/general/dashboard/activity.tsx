import { Link } from '@tanstack/react-router'
import { Bot, Settings2 } from 'lucide-react'
import type { RevisionItem } from '#kernel/history/contract.ts'
import { useHistory } from '#web/app/history/use-history.ts'
import { actText, authorText } from '#web/app/history/history-text.ts'
import { When } from '#web/app/history/relative-time.tsx'
import { loadMore } from '#web/app/list/reload.ts'
import { type ActivityEntry, useActivity } from '#web/app/slots.tsx'
import { useMaySee } from '#web/app/own-access.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import './activity.css'

/** Recent settings changes and events of features, newest first; from stored data only. */
export function Activity({ guildId }: { guildId: string }) {
  const history = useHistory(guildId)
  const now = history.dataUpdatedAt
  const none = useMaySee(guildId)()
    ? 'No settings have been changed yet. Changes appear here, with who made them.'
    : 'No changes you may see.'
  const happened = useActivity(guildId)
  const revisions = history.data?.pages.flatMap(page => page.revisions) ?? []
  const oldest = history.hasNextPage ? (revisions.at(-1)?.at ?? 0) : 0
  const rows = [
    ...revisions.map(revision => ({
      at: revision.at,
      row: <Change key={revision.id} revision={revision} now={now} />,
    })),
    // Older events are shown only together with the settings changes of the same time.
    ...happened
      .filter(({ at }) => at >= oldest)
      .map(entry => ({ at: entry.at, row: <Event key={`${entry.feature} ${entry.key}`} entry={entry} now={now} /> })),
  ].toSorted((a, b) => b.at - a.at)
  return (
    <Card as="section" aria-label="Recent activity">
      <CardHead title="Recent activity" />
      {rows.length === 0 && !history.isPending && (
        <p className="activity-none">{history.isError ? 'Recent activity could not be loaded.' : none}</p>
      )}
      <ol className="activity">{rows.map(({ row }) => row)}</ol>
      {history.hasNextPage && (
        <div className="activity-more">
          <Button size="sm" variant="ghost" busy={history.isFetchingNextPage} onClick={() => void loadMore(history)}>
            Show older changes
          </Button>
        </div>
      )}
    </Card>
  )
}

function Change({ revision, now }: { revision: RevisionItem; now: number }) {
  const { at, author, changes } = revision
  const { verb, object } = actText(revision)
  return (
    <li>
      {author.userId === null ? <Bot aria-hidden /> : <Settings2 aria-hidden />}
      <div>
        <b>{`${object.charAt(0).toUpperCase()}${object.slice(1)} ${verb}`}</b>
        <p>
          By {authorText(author)}: {changes.map(change => change.label).join(', ')}
        </p>
      </div>
      <When at={at} now={now} />
    </li>
  )
}

function Event({ entry, now }: { entry: ActivityEntry; now: number }) {
  const { at, icon: Icon, title, text, link } = entry
  return (
    <li>
      <Icon aria-hidden />
      <div>
        <Link className="activity-link" {...link}>
          {title}
        </Link>
        <p>{text}</p>
      </div>
      <When at={at} now={Math.max(at, now)} />
    </li>
  )
}
