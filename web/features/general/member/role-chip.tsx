import { Bot, X } from 'lucide-react'
import type { MemberRole } from '#features/general/member-roles/contract.ts'
import type { ShownMember } from '#kernel/members/contract.ts'
import { IconButton } from '#web/ui/button.tsx'
import { RoleDot } from '#web/ui/role-dot.tsx'

/**
 * A role that somebody has, with a remove button if the viewer may take it, and the reason if it is not theirs to take.
 */
export function RoleChip({
  role: { name, colour, managed },
  known,
  why,
  onTake,
}: {
  role: ShownMember['roles'][number]
  /** Undefined if the viewer may not change roles. */
  known: MemberRole | undefined
  /** Why it cannot be taken right now. */
  why: string | undefined
  onTake: () => void
}) {
  const reason = managed ? 'Managed by an integration' : (known?.why ?? undefined)
  return (
    <li title={reason} data-takeable={known?.why === null || undefined}>
      <RoleDot colour={colour} />
      <bdi>{name}</bdi>
      {managed && <Bot aria-hidden />}
      {reason !== undefined && <span className="visually-hidden">, {reason}</span>}
      {known?.why === null && (
        <IconButton size="sm" label={`Take ${name}`} icon={<X aria-hidden />} why={why} onClick={onTake} />
      )}
    </li>
  )
}
