import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import invites, { limits } from '#features/invites/contract.ts'
import { call, isSignedOut } from '#web/app/api.ts'
import { InDoubt } from '#web/app/in-doubt.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { reload } from '#web/app/list/reload.ts'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { FindPerson } from '#web/app/people/find-person.tsx'
import { ListCard, nameOf, PersonRow } from '#web/app/people/people-list.tsx'
import { invitesKey, useBoard } from './queries.ts'
import { countsText, type Inviter } from './invite-text.ts'

/** Whose invites are being changed: a row of the board, or somebody who is still to be found. */
type Target = Inviter | 'somebody'

/** Gives or takes invites by hand, or undoes everything given by hand. */
function AdjustDialog({ guildId, target, onClose }: { guildId: string; target: Target; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const known = target === 'somebody' ? undefined : target
  const requests = useIdempotentRequests(`invites ${guildId}`, known?.user.id)
  const nothing = { userId: known?.user.id ?? '', amount: 1 }
  const [first, setFirst] = useState(() =>
    requests.inDoubt ? { ...nothing, ...(JSON.parse(requests.inDoubt.content) as Partial<typeof nothing>) } : nothing,
  )
  const [userId, setUserId] = useState(first.userId)
  const [amount, setAmount] = useState(first.amount)
  const change = useMutation({
    mutationFn: async (reset: boolean) => {
      if (!reset)
        return requests.send({ userId, amount }, key =>
          call(invites, 'addBonus', { params: { guildId }, body: { userId, amount, key } }),
        )
      const left = await call(invites, 'resetBonus', { params: { guildId }, body: { userId } })
      // Undoing everything also undoes a request that was in doubt.
      requests.forget()
      return left
    },
    onSuccess: async ({ effective }) => {
      await reload(client, invitesKey(guildId))
      toast({ title: 'Invites changed', detail: `The total is now ${effective}.` })
      onClose()
    },
  })
  const close = closeUnlessSending(change, onClose)
  const startOver = () => {
    requests.forget()
    change.reset()
    setFirst(nothing)
    setUserId(nothing.userId)
    setAmount(nothing.amount)
  }
  const problem = change.error && !isSignedOut(change.error) ? change.error.message : undefined
  return (
    <EditDialog
      changed={amount !== first.amount || userId !== first.userId}
      busy={change.isPending}
      onClose={close}
      title={known ? `Invites of ${nameOf(known.user)}` : 'Give invites'}
      description="What you add counts like invites that were tracked. A negative number takes some away."
      footer={
        <>
          {known && known.added !== 0 && (
            <Button variant="danger-quiet" busy={change.isPending} onClick={() => change.mutate(true)}>
              Take back {known.added} added
            </Button>
          )}
          <Button onClick={close} why={whileBusy(change.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={change.isPending}
            why={userId === '' && 'Choose a member first.'}
            onClick={() => change.mutate(false)}
          >
            Add invites
          </Button>
        </>
      }
    >
      <InDoubt request={requests.inDoubt} onStartOver={startOver} />
      {!known && (
        <FindPerson
          guildId={guildId}
          search="Find somebody"
          label="Who"
          value={userId === '' ? null : userId}
          onChange={id => setUserId(id ?? '')}
          empty="Nobody has a name or an ID like that."
        />
      )}
      <NumberInput
        label="Amount"
        min={-limits.bonus}
        max={limits.bonus}
        value={amount}
        onChange={setAmount}
        error={problem}
      />
    </EditDialog>
  )
}

/** Inviters by their number of invites. */
export function Board({ guildId }: { guildId: string }) {
  const query = useBoard(guildId)
  const [target, setTarget] = useState<Target>()
  const readOnly = !useMayManage(guildId)(invites.name)
  const rows = query.data?.pages.flatMap(page => page.rows) ?? []
  return (
    <>
      <ListCard
        title="Inviters"
        none="Nobody has invited anybody yet."
        state={{ ...query, count: rows.length }}
        action={
          <Button size="sm" why={readOnly} onClick={() => setTarget('somebody')}>
            Give invites
          </Button>
        }
      >
        {rows.map(row => (
          <PersonRow
            key={row.user.id}
            person={row.user}
            end={
              <>
                <span className="people-figure">{row.effective}</span>
                <Button
                  size="sm"
                  variant="ghost"
                  why={readOnly}
                  aria-label={`Change invites of ${nameOf(row.user)}`}
                  onClick={() => setTarget(row)}
                >
                  Change
                </Button>
              </>
            }
          >
            {countsText(row)}
          </PersonRow>
        ))}
      </ListCard>
      {target && <AdjustDialog guildId={guildId} target={target} onClose={() => setTarget(undefined)} />}
    </>
  )
}
