import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import leveling, { mostXp } from '#features/leveling/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { nameOf } from '#web/app/people/people-list.tsx'
import { FailedCall } from '#web/app/failed-call.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { useXpChanges } from './use-leaderboard.ts'
import './leaderboard.css'

const usual = 100

const usePeople = (guildId: string, search: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'progression', 'people', search],
    queryFn: ({ signal }) => call(leveling, 'people', { params: { guildId }, query: { search }, signal }),
    enabled: search !== '',
  })

/** Gives XP to anybody, whether or not they are on the board. */
export function GiveXpDialog({
  guildId,
  change,
  onClose,
}: {
  guildId: string
  change: ReturnType<typeof useXpChanges>['member']
  onClose: () => void
}) {
  const [search, setSearch] = useState('')
  const [userId, setUserId] = useState<string | null>(null)
  const [amount, setAmount] = useState(usual)
  const people = usePeople(guildId, search.trim()).data?.people ?? []
  const sound = userId !== null && Number.isInteger(amount) && amount >= 1 && amount <= mostXp
  const run = () => {
    if (sound) change.mutate({ userId, action: 'give', amount }, { onSuccess: onClose })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
      title="Give XP to somebody"
      description="Also to members who have never written. Whoever has left is found by id, and keeps it for their return."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={change.isPending} disabled={!sound} onClick={run}>
            Give XP
          </Button>
        </>
      }
    >
      <form className="board-dialog" onSubmit={submit}>
        <TextInput
          label="Find somebody"
          placeholder="The beginning of a name, or an id"
          value={search}
          onChange={setSearch}
          max={100}
        />
        <Combobox
          label="Who"
          value={userId}
          onChange={setUserId}
          groups={[{ choices: people.map(one => ({ value: one.id, label: nameOf(one) })) }]}
          placeholder={search === '' ? 'Search above first' : 'Choose a person'}
          empty="Nobody has a name or an id like that. Bots earn no XP."
        />
        <NumberInput label="XP" min={1} max={mostXp} value={amount} onChange={setAmount} />
        <FailedCall error={change.error} />
      </form>
    </Dialog>
  )
}
