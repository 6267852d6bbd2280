import { Ban, Bot, Clock, Crown, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownMember } from '#kernel/members/contract.ts'
import { momentWithin } from '#web/app/dates.ts'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { accountText, sinceText } from './member-words.ts'

/** Who it is: picture, name, id, dates, and their state in the server. */
export function MemberHead({ member, now, actions }: { member: ShownMember; now: number; actions?: ReactNode }) {
  const { id, username, avatarURL } = member
  const name = member.name ?? id
  const facts: ReactNode[] = [
    ...(username !== null && username !== name ? [<bdi key="username">{username}</bdi>] : []),
    <span key="id" className="member-id">
      <span className="code">{id}</span>
      <CopyButton text={id} label="Copy ID" />
    </span>,
    ...[sinceText(member), accountText(member)].flatMap(text => text ?? []),
  ]
  return (
    <PageHead
      title={name}
      picture={<Avatar src={avatarURL} size={64} />}
      badge={<States member={member} now={now} />}
      actions={actions}
    >
      <span className="member-facts">
        {facts.map((fact, place) => (
          <span key={place}>{fact}</span>
        ))}
      </span>
    </PageHead>
  )
}

function States({ member: { state, bot, owner, timedOutUntil }, now }: { member: ShownMember; now: number }) {
  return (
    <>
      {bot && <Badge icon={<Bot aria-hidden />}>Bot</Badge>}
      {owner && <Badge icon={<Crown aria-hidden />}>Owner</Badge>}
      {state === 'banned' && (
        <Badge tone="danger" icon={<Ban aria-hidden />}>
          Banned
        </Badge>
      )}
      {state === 'gone' && <Badge icon={<LogOut aria-hidden />}>Left</Badge>}
      {timedOutUntil !== null && (
        <Badge tone="warning" icon={<Clock aria-hidden />}>
          Timed out until {momentWithin(timedOutUntil, now)}
        </Badge>
      )}
      {state === 'here' && !bot && !owner && timedOutUntil === null && <Badge tone="success">Member</Badge>}
    </>
  )
}
