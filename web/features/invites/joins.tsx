import { Badge } from '#web/ui/badge.tsx'
import { When } from '#web/app/history/relative-time.tsx'
import { type NarrowableList, OnePerson } from '#web/app/list/one-person.tsx'
import { useArrivalAt } from '#web/app/use-arrival.ts'
import { ListCard, nameOf, PersonRow } from '#web/app/people/people-list.tsx'
import { useJoins } from './queries.ts'
import { joinText, certaintyLabels, fakeLabels, type Join } from './invite-text.ts'
import './invites.css'

function CertaintyBadge({ certainty }: Pick<Join, 'certainty'>) {
  const { label, tone } = certaintyLabels[certainty]
  return <Badge tone={tone}>{label}</Badge>
}

/** The latest joins: who invited whom, and how certain that is. */
export function Joins({ guildId, userId, arrival, onAll }: NarrowableList) {
  const query = useJoins(guildId, userId)
  const card = useArrivalAt(arrival, !query.isPending)
  const joins = query.data?.pages.flatMap(page => page.joins) ?? []
  return (
    <ListCard
      ref={card}
      title="Recent joins"
      action={
        userId !== undefined && (
          <OnePerson
            what="Joins"
            guildId={guildId}
            userId={userId}
            name={joins.find(({ member }) => member.id === userId)?.member.name}
            onClear={onAll}
          />
        )
      }
      none={userId === undefined ? 'No joins have been recorded yet.' : 'No join was recorded.'}
      state={{ ...query, count: joins.length }}
      foot={
        <dl className="invites-legend">
          {Object.entries(certaintyLabels).map(([certainty, { label, tone, meaning }]) => (
            <div key={certainty}>
              <dt>
                <Badge tone={tone}>{label}</Badge>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      }
    >
      {joins.map(join => (
        <PersonRow
          key={join.member.id}
          person={join.member}
          end={
            <>
              {join.fake && <Badge outline>{fakeLabels[join.fake]}</Badge>}
              {join.leftAt !== null && <Badge outline>Left</Badge>}
              <CertaintyBadge certainty={join.certainty} />
              <When className="faint" at={join.at} now={query.dataUpdatedAt} />
            </>
          }
        >
          {joinText(join, nameOf)}
        </PersonRow>
      ))}
    </ListCard>
  )
}
