import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MemberRole } from '#features/general/member-roles/contract.ts'
import type { ShownMember } from '#kernel/members/contract.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { inSentence } from '#web/app/people/in-sentence.ts'
import type { PersonShown, RoleNote } from '#web/app/people/member-slots.tsx'
import { Card } from '#web/ui/card.tsx'
import '#web/app/people/member-card.css'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { GiveRoleDialog } from './give-role-dialog.tsx'
import { changeableRoles, changeRole } from './member-roles.ts'
import { RoleChip } from './role-chip.tsx'

/** At most this many are shown until all are requested. */
const shownRoles = 12
const noRoles: readonly MemberRole[] = []

/** Somebody's roles, highest first, notes about them, and buttons to give and take roles. */
export function Roles({
  person,
  member: { roles },
  notes,
  onDone,
}: {
  person: PersonShown
  member: ShownMember
  notes: readonly RoleNote[]
  /** Reloads the page and shows what was done; shows nothing if the card does so itself. */
  onDone: (told: readonly string[]) => Promise<void>
}) {
  const { guildId, name } = person
  const [all, setAll] = useState(false)
  const [adding, setAdding] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { roles: known } = useQuery(changeableRoles(person)).data ?? { roles: noRoles }
  const others = known.filter(({ held }) => !held)
  const take = useMutation({
    mutationFn: ({ id }: ShownMember['roles'][number]) => changeRole(person, id, 'takeRole'),
    onMutate: () => giveBack.reset(),
    onSuccess: async () => {
      await onDone([])
      // The chip has disappeared.
      heading.current?.focus()
    },
  })
  const giveBack = useMutation({
    mutationFn: ({ id }: ShownMember['roles'][number]) => changeRole(person, id, 'giveRole'),
    onSuccess: async (_reply, role) => {
      take.reset()
      await onDone([`${inSentence(name)} was given ${inSentence(role.name)} back.`])
      heading.current?.focus()
    },
  })
  const isBusy = take.isPending || giveBack.isPending
  const taken = take.isSuccess && roles.every(({ id }) => id !== take.variables.id) ? take.variables : undefined
  const drawn = all ? roles : roles.slice(0, shownRoles)
  const mayGive = others.some(({ why }) => why === null)
  return (
    <Card as="section" className="member-card" aria-labelledby="member-roles">
      <div className="member-card-head">
        <h2 id="member-roles" ref={heading} tabIndex={-1}>
          Roles
        </h2>
        {known.length === 0 && roles.length > 0 && <span>{roles.length}</span>}
        {known.length > 0 && (
          <Button
            className="role-add"
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            why={mayGive ? undefined : (others[0]?.why ?? 'They hold every role.')}
            onClick={() => setAdding(true)}
          >
            Add<span className="visually-hidden"> a role</span>
          </Button>
        )}
      </div>
      <FailedAct of={take} />
      <FailedAct of={giveBack} />
      {taken && (
        <Banner
          tone="success"
          title={`${inSentence(taken.name)} was taken from ${inSentence(name)}.`}
          of={taken}
          onClose={take.reset}
        >
          <TextButton
            why={known.find(({ id }) => id === taken.id)?.why ?? undefined}
            busy={giveBack.isPending}
            onClick={() => giveBack.mutate(taken)}
          >
            Undo
          </TextButton>
        </Banner>
      )}
      {roles.length === 0 ? (
        <p className="member-note">No roles.</p>
      ) : (
        <ul className="role-chips">
          {drawn.map(role => (
            <RoleChip
              key={role.id}
              role={role}
              known={known.find(({ id }) => id === role.id)}
              why={whileBusy(isBusy)}
              onTake={() => take.mutate(role)}
            />
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
      {adding && <GiveRoleDialog person={person} roles={others} onClose={() => setAdding(false)} onDone={onDone} />}
    </Card>
  )
}
