import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import antinuke from '#features/antinuke/contract.ts'
import { call } from '#web/app/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { useToast } from '#web/ui/toast.tsx'

/** The address of a webhook that was created again. Loaded only on request, because anyone who knows it can post. */
export function NewAddress({
  guildId,
  number,
  id,
  name,
}: {
  guildId: string
  number: string
  id: string
  name: string
}) {
  const toast = useToast()
  const address = useMutation({
    mutationFn: () => call(antinuke, 'webhookAddress', { params: { guildId, number }, body: { id } }),
    onError: error => toast({ tone: 'danger', title: error.message }),
  })
  if (address.data) return <CopyButton text={address.data.url} label={`Copy the new address of ${name}`} />
  return (
    <Button size="sm" icon={<KeyRound aria-hidden />} busy={address.isPending} onClick={() => address.mutate()}>
      New address<span className="visually-hidden"> of {name}</span>
    </Button>
  )
}
