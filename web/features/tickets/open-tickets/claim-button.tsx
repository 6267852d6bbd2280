import { useMutation, useQueryClient } from '@tanstack/react-query'
import tickets from '#features/tickets/contract.ts'
import type { ListedTicket } from '#features/tickets/live/contract.ts'
import { call } from '#web/app/api.ts'
import { reload } from '#web/app/list/reload.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { openTicketsKey } from './open-tickets-key.ts'

/** Claims an unclaimed ticket without leaving the list. If somebody else was faster, says so and shows who has it. */
export function ClaimButton({ guildId, ticket: { id, number } }: { guildId: string; ticket: ListedTicket }) {
  const client = useQueryClient()
  const toast = useToast()
  const claim = useMutation({
    mutationFn: () => call(tickets, 'claim', { params: { guildId, ticketId: String(id) }, body: { from: null } }),
    onSuccess: ({ problems }) => {
      const [problem] = problems
      if (problem !== undefined) toast({ tone: 'danger', title: `${number} is yours`, detail: problem })
    },
    onError: ({ message }: Error) => toast({ tone: 'danger', title: `${number} was not claimed`, detail: message }),
    onSettled: () => reload(client, openTicketsKey(guildId)),
  })
  return (
    <Button size="sm" busy={claim.isPending} onClick={() => claim.mutate()} aria-label={`Claim ${number}`}>
      Claim
    </Button>
  )
}
