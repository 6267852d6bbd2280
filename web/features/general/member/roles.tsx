import { Bot } from 'lucide-react'
import type { ShownMember } from '#kernel/members/contract.ts'
import { RoleNotes } from '#web/app/people/member-slots.tsx'
import { Card } from '#web/ui/card.tsx'
import '#web/app/people/member-card.css'
import { RoleDot } from '#web/ui/role-dot.tsx'

/** What somebody holds, highest first, and what that means. */
export function Roles({ guildId, member: { roles } }: { guildId: string; member: ShownMember }) {
  return (
    <Card as="section" className="member-card" aria-labelledby="member-roles">
      <div className="member-card-head">
        <h2 id="member-roles">Roles</h2>
        {roles.length > 0 && <span>{roles.length}</span>}
      </div>
      {roles.length === 0 ? (
        <p className="member-note">No roles.</p>
      ) : (
        <ul className="role-chips">
          {roles.map(({ id, name, colour, managed }) => (
            <li key={id} title={managed ? 'Managed by an integration' : undefined}>
              <RoleDot colour={colour} />
              <bdi>{name}</bdi>
              {managed && (
                <>
                  <Bot aria-hidden />
                  <span className="visually-hidden">, managed by an integration</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <RoleNotes guildId={guildId} roles={roles} />
    </Card>
  )
}
