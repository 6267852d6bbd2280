import { Bot, Settings2 } from 'lucide-react'
import { useHistory } from '#web/app/history/use-history.ts'
import { authorText } from '#web/app/history/history-text.ts'
import { When } from '#web/app/history/when.tsx'
import { loadMore } from '#web/app/list/reload.ts'
import { useMaySee } from '#web/app/sidebar/closed-entries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import './activity.css'

/** What people changed in this guild's settings, newest first: from the stored history, nothing else. */
export function Activity({ guildId }: { guildId: string }) {
  const history = useHistory(guildId)
  const none = useMaySee(guildId)()
    ? 'No settings have been changed yet. Changes appear here, with who made them.'
    : 'No changes you may see.'
  const revisions = history.data?.pages.flatMap(page => page.revisions) ?? []
  return (
    <Card as="section" aria-label="Recent activity">
      <CardHead title="Recent activity" />
      {revisions.length === 0 && !history.isPending && (
        <p className="activity-none">{history.isError ? 'Recent activity could not be loaded.' : none}</p>
      )}
      <ol className="activity">
        {revisions.map(revision => (
          <li key={revision.id}>
            {revision.author.userId === null ? <Bot aria-hidden /> : <Settings2 aria-hidden />}
            <div>
              <b>{revision.featureTitle} changed</b>
              <p>
                By {authorText(revision.author)}: {revision.changes.map(change => change.label).join(', ')}
              </p>
            </div>
            <When at={revision.at} now={history.dataUpdatedAt} />
          </li>
        ))}
      </ol>
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
