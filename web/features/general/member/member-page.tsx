import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShownMember } from '#kernel/members/contract.ts'
import { ApiError } from '#web/app/api.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { hasDataOrError, useReadyOrTimedOut } from '#web/app/page-ready.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { reload } from '#web/app/list/reload.ts'
import { Crumbs } from '#web/app/manage/crumbs.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { type MemberCardSlot, type PersonShown, useMemberActs, useMemberCards } from '#web/app/people/member-slots.tsx'
import { personKey, personQuery } from '#web/app/people/person-query.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { MemberActs } from './member-acts.tsx'
import { MemberHead } from './member-head.tsx'
import { changeableRoles } from './member-roles.ts'
import { withheldText } from './member-words.ts'
import { Roles } from './roles.tsx'
import './member.css'

/** From this width on the columns are side by side. */
const twoColumns = '(min-width: 73.8125rem)'

/** A person in a server: who they are there, what may be done to them, and a card from each feature about them. */
export function MemberPage({ guildId, userId }: Omit<PersonShown, 'name'>) {
  const query = useQuery(personQuery({ guildId, userId }))
  const { error, dataUpdatedAt } = query
  const isUnknown = error instanceof ApiError && error.status === 404
  // If somebody has left, the viewer may no longer be allowed to see them.
  const data = isUnknown ? undefined : query.data
  const dashboard = { to: '/manage/$guildId/dashboard', params: { guildId } } as const
  return (
    <>
      <Crumbs
        above={[{ label: 'Dashboard', link: dashboard }]}
        here={<bdi>{data ? (data.member.name ?? userId) : 'Member'}</bdi>}
      />
      {!data && (
        <PageHead title="Member" picture={<Avatar src={null} size={64} />}>
          {'\u00A0'}
        </PageHead>
      )}
      {data && <Known guildId={guildId} member={data.member} now={dataUpdatedAt} />}
      {isUnknown && (
        <Empty title={error.message} action={<LinkButton {...dashboard}>Go to the dashboard</LinkButton>}>
          Check the ID. Somebody who left can be found while this server keeps something about them that you may see.
        </Empty>
      )}
      {query.isError && !isUnknown && <FailedCall error={error} onRetry={query.refetch} />}
      {query.isPending && <Waiting />}
    </>
  )
}

function Known({ guildId, member, now }: { guildId: string; member: ShownMember; now: number }) {
  const person = { guildId, userId: member.id, name: member.name ?? member.id }
  const client = useQueryClient()
  const toast = useToast()
  const known = useMemberCards(person, member.state)
  const may = useMemberActs(person)
  const roles = useQuery({ ...changeableRoles(person), enabled: member.state === 'here' })
  const isThere = may.isThere && (member.state !== 'here' || hasDataOrError(roles))
  const isReady = useReadyOrTimedOut(isThere, `${guildId} ${member.id}`) && known.isReady
  const onDone = async ([title = '', ...rest]: readonly string[]) => {
    const keys = [
      personKey(person),
      ...known.cards.map(({ query }) => query(person).queryKey),
      ...known.notes.map(({ query }) => query(guildId).queryKey),
    ]
    await Promise.all(keys.map(key => reload(client, key)))
    if (title !== '') toast({ title, ...(rest.length > 0 && { detail: rest.join(' ') }) })
  }
  const acts = isReady && may.acts.length > 0 && <MemberActs person={person} acts={may.acts} onDone={onDone} />
  return (
    <>
      <MemberHead member={member} now={now} {...(acts !== false && { actions: acts })} />
      {isReady ? (
        <>
          <FailedCall error={may.failure} onRetry={may.onRetry} />
          <Cards person={person} member={member} known={known} onDone={onDone} />
        </>
      ) : (
        <Waiting />
      )}
    </>
  )
}

function Cards({
  person,
  member,
  known: { cards, notes, withheld, failure, onRetry },
  onDone,
}: {
  person: PersonShown
  member: ShownMember
  known: ReturnType<typeof useMemberCards>
  onDone: (told: readonly string[]) => Promise<void>
}) {
  const isWide = useMedia(twoColumns)
  const drawn = cards.map(card => ({
    ...card,
    leads: card.leads === true,
    element: <CardOf key={`${card.feature} ${card.place}`} card={card} {...person} />,
  }))
  const roles = {
    place: 7,
    leads: false,
    column: 'side' as const,
    element: <Roles key="roles" person={person} member={member} notes={notes} onDone={onDone} />,
  }
  const all = [...drawn, ...(member.state === 'here' ? [roles] : [])].toSorted((a, b) => a.place - b.place)
  const inColumn = (column: 'main' | 'side') =>
    all
      .filter(one => one.column === column)
      .toSorted((a, b) => Number(b.leads) - Number(a.leads))
      .map(({ element }) => element)
  const missing = withheldText(member.withheld, withheld)
  return (
    <>
      <FailedCall error={failure} onRetry={onRetry} />
      {missing !== undefined && <p className="member-withheld">{missing}</p>}
      {isWide ? (
        <div className="member-columns">
          <div>{inColumn('main')}</div>
          <div>{inColumn('side')}</div>
        </div>
      ) : (
        <div className="member-cards">{all.map(({ element }) => element)}</div>
      )}
    </>
  )
}

const CardOf = ({ card: { part: Part }, ...shown }: PersonShown & { card: MemberCardSlot }) => <Part {...shown} />

const Waiting = () => (
  <div className="member-cards">
    <Spinner label="Loading member..." />
    <Skeleton className="member-skeleton" />
    <Skeleton className="member-skeleton" />
  </div>
)
