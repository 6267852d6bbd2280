import { useQuery } from '@tanstack/react-query'
import { Gavel, ShieldAlert } from 'lucide-react'
import automod from '#features/automod/contract.ts'
import moderation, { caseKinds, type CaseRow } from '#features/moderation/contract.ts'
import { call } from '#web/app/api.ts'
import { shortDayText } from '#web/app/dates.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { addressOf } from '#web/app/navigation/entry.ts'
import { entries } from '#web/app/navigation/entries.ts'
import { useMaySee } from '#web/app/own-access.ts'

const mostShown = 3

const kindText = (kind: CaseRow['kind']) => caseKinds.find(({ value }) => value === kind)?.label ?? kind

/** The state of a case: says so if it no longer counts. */
function stateText({ voided, ended, reason }: CaseRow): string {
  const over = voided ? 'Void' : ended === null ? undefined : 'No longer counts'
  return (
    [over, reason].filter(part => part !== undefined && part !== null && part !== '').join(': ') || 'No reason given'
  )
}

/** A member's auto-moderation strikes, while any count, for people who may see them. */
export function MemberStrikes({ guildId, memberId }: { guildId: string; memberId: string }) {
  const maySee = useMaySee(guildId)
  const page = entries.find(({ path, feature }) => path === 'automod' && maySee(feature))
  const { data } = useQuery({
    queryKey: [...guildKey(guildId), 'automod', 'strikes'],
    queryFn: ({ signal }) => call(automod, 'strikes', { params: { guildId }, signal }),
    enabled: page !== undefined,
  })
  const own = data?.members.find(({ id }) => id === memberId)
  if (!page || !data || !own) return null
  return (
    <li>
      <ShieldAlert aria-hidden />
      <span>
        <a href={addressOf(guildId, page.path)}>
          {own.strikes} of {data.limit} strikes
        </a>
        <small>{own.lastRule}</small>
      </span>
      <time dateTime={new Date(own.lastAt).toISOString()}>{shortDayText(own.lastAt)}</time>
    </li>
  )
}

/** A member's newest cases as list entries, for people who may see the server's cases; nothing for others. */
export function MemberCases({ guildId, memberId }: { guildId: string; memberId: string }) {
  const maySee = useMaySee(guildId)
  const page = entries.find(({ path, feature }) => path === 'moderation' && maySee(feature))
  const { data } = useQuery({
    queryKey: [...guildKey(guildId), 'moderation', 'cases', { target: memberId, limit: mostShown }],
    queryFn: ({ signal }) =>
      call(moderation, 'cases', { params: { guildId }, query: { target: memberId, limit: mostShown }, signal }),
    enabled: page !== undefined,
  })
  if (!page || !data) return null
  const all = `${addressOf(guildId, page.path)}?target=${memberId}`
  if (data.total === 0) return <li className="live-note">No cases.</li>
  const rest = data.total - data.cases.length
  return (
    <>
      {data.cases.map(one => (
        <li key={one.number}>
          <Gavel aria-hidden />
          <span>
            <a href={`${all}&case=${one.number}`}>
              Case #{one.number}: {kindText(one.kind)}
            </a>
            <small>{stateText(one)}</small>
          </span>
          <time dateTime={new Date(one.createdAt).toISOString()}>{shortDayText(one.createdAt)}</time>
        </li>
      ))}
      {rest > 0 && (
        <li className="live-note">
          <a className="link" href={all}>
            All {data.total} cases
          </a>
        </li>
      )}
    </>
  )
}
