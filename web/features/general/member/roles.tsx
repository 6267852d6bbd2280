import { useRef, useState } from 'react'
import { Bot } from 'lucide-react'
import type { ShownMember } from '#kernel/members/contract.ts'
import type { RoleNote } from '#web/app/people/member-slots.tsx'
import { Card } from '#web/ui/card.tsx'
import '#web/app/people/member-card.css'
import { Button } from '#web/ui/button.tsx'
import { RoleDot } from '#web/ui/role-dot.tsx'

/** So many are shown before all are asked for. */
const shownRoles = 12

/** What somebody holds, highest first, and what that means. */
export function Roles({
  guildId,
  member: { roles },
  notes,
}: {
  guildId: string
  member: ShownMember
  notes: readonly RoleNote[]
}) {
  const [all, setAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const drawn = all ? roles : roles.slice(0, shownRoles)
  return (
    <Card as="section" className="member-card" aria-labelledby="member-roles">
      <div className="member-card-head">
        <h2 id="member-roles" ref={heading} tabIndex={-1}>
          Roles
        </h2>
        {roles.length > 0 && <span>{roles.length}</span>}
      </div>
      {roles.length === 0 ? (
        <p className="member-note">No roles.</p>
      ) : (
        <ul className="role-chips">
          {drawn.map(({ id, name, colour, managed }) => (
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
      {drawn.length < roles.length && (
        <div>
          <Button
            size="sm"
            onClick={() => {
              setAll(true)
              heading.current?.focus()
            }}
          >
            Show all {roles.length}
            <span className="visually-hidden"> roles</span>
          </Button>
        </div>
      )}
      {notes.map(({ feature, part: Note }) => (
        <Note key={feature} guildId={guildId} roles={roles} />
      ))}
    </Card>
  )
}
