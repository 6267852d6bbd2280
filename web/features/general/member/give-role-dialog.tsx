import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberRole } from '#features/general/member-roles/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { inSentence } from '#web/app/people/in-sentence.ts'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { RoleDot } from '#web/ui/role-dot.tsx'
import { changeRole } from './member-roles.ts'

const asChoice = ({ id, name, colour, why }: MemberRole) => ({
  value: id,
  label: name,
  icon: <RoleDot colour={colour} />,
  ...(why !== null && { note: why, disabled: true }),
})

/** Asks which role to give to somebody, and gives it. */
export function GiveRoleDialog({
  person,
  roles,
  onClose,
  onDone,
}: {
  person: PersonShown
  /** The roles that they do not have. */
  roles: readonly MemberRole[]
  onClose: () => void
  onDone: (told: readonly string[]) => Promise<void>
}) {
  const [roleId, setRoleId] = useState<string | null>(null)
  const name = inSentence(person.name)
  const give = useMutation({
    mutationFn: ({ id }: MemberRole) => changeRole(person, id, 'giveRole'),
    onSuccess: async (_reply, role) => {
      await onDone([`${name} was given ${inSentence(role.name)}.`])
      onClose()
    },
  })
  const chosen = roles.find(({ id }) => id === roleId)
  const close = closeUnlessSending(give, onClose)
  return (
    <EditDialog
      changed={roleId !== null}
      busy={give.isPending}
      onClose={close}
      title={`Give a role to ${name}`}
      footer={
        <>
          <Button onClick={close} why={whileBusy(give.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            why={chosen ? undefined : 'Choose a role first.'}
            busy={give.isPending}
            busyLabel="Giving..."
            onClick={() => chosen && give.mutate(chosen)}
          >
            Give role
          </Button>
        </>
      }
    >
      <FailedCall error={give.error} />
      <Combobox
        label="Role"
        search="Search roles"
        placeholder="Choose a role"
        groups={[
          { choices: roles.filter(({ why }) => why === null).map(asChoice) },
          { label: 'Cannot be given', choices: roles.filter(({ why }) => why !== null).map(asChoice) },
        ].filter(({ choices }) => choices.length > 0)}
        value={roleId}
        onChange={setRoleId}
      />
    </EditDialog>
  )
}
