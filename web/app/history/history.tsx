import { loadMore } from '#web/app/list/reload.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { LinkButton } from '../link-button.tsx'
import { useMaySee } from '../own-access.ts'
import { Difference } from './difference.tsx'
import { actText, capitalized, leadingAuthorText, onlyValueToShow } from './history-text.ts'
import { useHistory } from './use-history.ts'
import { When } from './relative-time.tsx'
import './history.css'

const actSentence = ({ verb, object }: ReturnType<typeof actText>) => `${capitalized(verb)} ${object}`

/**
 * The changes made on this page: who, what and when, before and after.
 * @param thing show only the changes of one thing, such as 'commands/abc'; without it, all of the feature's
 */
export function History({ guildId, feature, thing }: { guildId: string; feature: string; thing?: string }) {
  const history = useHistory(guildId, { feature, ...(thing !== undefined && { thing }) })
  const none = useMaySee(guildId)(feature) ? 'Nothing has been changed here yet.' : 'No changes you may see.'
  const { data, dataUpdatedAt, isPending, isError, hasNextPage, isFetchingNextPage } = history
  const revisions = data?.pages.flatMap(page => page.revisions) ?? []
  return (
    <Card as="section" aria-label="History">
      <CardHead title="History">
        {thing !== undefined && (
          <LinkButton to="/manage/$guildId/history" params={{ guildId }} search={{ feature }} variant="ghost" size="sm">
            All changes
          </LinkButton>
        )}
      </CardHead>
      {revisions.length === 0 && !isPending && (
        <p className="history-none">{isError ? 'The history could not be loaded.' : none}</p>
      )}
      <ol className="history">
        {revisions.map(revision => (
          <li key={revision.id}>
            <div className="history-head">
              <b>
                <MemberLink id={revision.author.userId}>{leadingAuthorText(revision.author)}</MemberLink>
              </b>
              <When at={revision.at} now={dataUpdatedAt} />
            </div>
            {revision.thing && <p className="history-thing">{actSentence(actText(revision))}</p>}
            <ul>
              {revision.changes.map(change => (
                <li key={change.key}>
                  <span>{change.label}</span> <Difference of={change.difference} only={onlyValueToShow(revision)} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="history-more">
          <Button size="sm" variant="ghost" busy={isFetchingNextPage} onClick={() => void loadMore(history)}>
            Show older changes
          </Button>
        </div>
      )}
    </Card>
  )
}
