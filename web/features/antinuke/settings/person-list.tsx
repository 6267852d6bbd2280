import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { documentedUser } from '#features/antinuke/rights/contract.ts'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import type { DisabledReason } from '#web/ui/disabled-reason.tsx'
import { IconButton } from '#web/ui/button.tsx'
import './people.css'

export type ListedPerson = z.output<typeof documentedUser>

/** Somebody on a list, with their special settings and a remove button. */
export function PersonRow({
  person,
  why,
  removeLabel,
  onRemove,
  children,
}: {
  person: ListedPerson
  /** Why nobody can be removed. */
  why: DisabledReason
  removeLabel: string
  onRemove: () => void
  children?: ReactNode
}) {
  const picture = useAvatarUrl(person, 64)
  return (
    <li className="person-row">
      <Avatar src={picture} size={32} />
      <div className="person-words">
        <b>
          <MemberLink id={person.id}>{person.username}</MemberLink>
        </b>
        <span className="code">{person.id}</span>
        {children}
      </div>
      <IconButton label={removeLabel} icon={<X aria-hidden />} why={why} onClick={onRemove} />
    </li>
  )
}
