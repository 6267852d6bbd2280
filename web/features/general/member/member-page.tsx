import { useQuery } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import type { ShownMember } from '#kernel/members/contract.ts'
import { ApiError, reader } from '#web/app/api.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { guildKey } from '#web/app/guild-key.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { Crumbs } from '#web/app/manage/crumbs.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { type MemberCardSlot, type PersonShown, useMemberCards } from '#web/app/people/member-slots.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { MemberHead } from './member-head.tsx'
import { withheldText } from './member-words.ts'
import { Roles } from './roles.tsx'
import './member.css'

const readKernel = reader<typeof kernel>()

/** Beside each other from here on. */
const twoColumns = '(min-width: 1181px)'

/** One person in one server: who they are there, and what each feature knows of them. */
export function MemberPage({ guildId, userId }: Omit<PersonShown, 'name'>) {
  const query = useQuery({
    queryKey: [...guildKey(guildId), 'members', userId],
    queryFn: ({ signal }) => readKernel('/guild/:guildId/members/:userId', { params: { guildId, userId }, signal }),
  })
  const { data, error, dataUpdatedAt } = query
  const isUnknown = error instanceof ApiError && error.status === 404
  const dashboard = { to: '/manage/$guildId/dashboard', params: { guildId } } as const
  return (
    <>
      <Crumbs
        above={[{ label: 'Dashboard', link: dashboard }]}
        here={<bdi>{data ? (data.member.name ?? userId) : 'Member'}</bdi>}
      />
      {data ? (
        <MemberHead member={data.member} now={dataUpdatedAt} />
      ) : (
        <PageHead title="Member" picture={<Avatar src={null} size={64} />}>
          {'\u00A0'}
        </PageHead>
      )}
      {isUnknown && (
        <Empty title={error.message} action={<LinkButton {...dashboard}>Go to the dashboard</LinkButton>}>
          Check the ID. Somebody who left can be found while this server keeps something about them that you may see.
        </Empty>
      )}
      {query.isError && !isUnknown && <FailedCall error={error} onRetry={query.refetch} />}
      {query.isPending && <Waiting />}
      {data && <Parts guildId={guildId} member={data.member} />}
    </>
  )
}

function Parts({ guildId, member }: { guildId: string; member: ShownMember }) {
  const shown = { guildId, userId: member.id, name: member.name ?? member.id }
  const { cards, notes, withheld, failure, onRetry, isReady } = useMemberCards(shown, member.state)
  const isWide = useMedia(twoColumns)
  if (!isReady) return <Waiting />
  const drawn = cards.map(card => ({
    ...card,
    leads: card.leads === true,
    element: <CardOf key={`${card.feature} ${card.place}`} card={card} {...shown} />,
  }))
  const roles = {
    place: 7,
    leads: false,
    column: 'side' as const,
    element: <Roles key="roles" guildId={guildId} member={member} notes={notes} />,
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
