import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, RotateCcw, TriangleAlert } from 'lucide-react'
import antinuke from '#features/antinuke/contract.ts'
import type { VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { call } from '#web/app/api.ts'
import { whileNotLoaded } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { onlyOwnersMay } from '../only-owners-may.ts'
import { incidentsKey } from './incidents-key.ts'

type Name = Pick<VerifiedObject, 'of' | 'id'>

const keyOf = (guildId: string, number: string, { of, id }: Name) => [
  ...incidentsKey(guildId),
  number,
  'object',
  of,
  id,
]
/** A repair sends no events, so it is polled until it is done (ms). */
const settingMs = 1000

/** An object of an incident's report with its values. @param repairing whether it is being set again */
const useProvenObject = (guildId: string, number: string, name: Name, repairing: boolean) =>
  useQuery({
    queryKey: keyOf(guildId, number, name),
    queryFn: ({ signal }) =>
      call(antinuke, 'provenObject', { params: { guildId, number }, query: { kind: name.of, id: name.id }, signal }),
    refetchInterval: ({ state: { data } }) => (repairing && data?.fields.some(({ same }) => !same) ? settingMs : false),
  })

/** Restores what still differs. */
function useSetAgain(guildId: string, number: string, name: Name) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(antinuke, 'setAgain', { params: { guildId, number }, body: { kind: name.of, id: name.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(guildId, number, name) }),
  })
}

export interface ProvenProps {
  guildId: string
  number: string
  object: VerifiedObject
  /** Whether the viewer may restore it. */
  may: boolean
}

/** An object field by field, before the attack and now. Its values are loaded when it is opened. */
export function ProvenFields({ guildId, number, object, may }: ProvenProps) {
  const again = useSetAgain(guildId, number, object)
  const proven = useProvenObject(guildId, number, object, again.isSuccess)
  const { data, isError } = proven
  const toast = useToast()
  // Until the values are loaded, what the report stores about them.
  const fields = data?.fields ?? object.fields.map(one => ({ ...one, before: null, now: null }))
  const differing = fields.filter(({ same }) => !same).length
  return (
    <div className="proof-open">
      {isError && <p>The values could not be read. Close this and open it again to retry.</p>}
      {data?.hidden && <p>You cannot see this, so its values are not shown.</p>}
      <table className="proof-fields">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before the attack</th>
            <th scope="col">Now</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, before, now, same, reason }) => (
            <tr key={label ?? ''}>
              <th scope="row">{label ?? 'As a whole'}</th>
              <td>
                {before}
                {!same && now !== null && (
                  <span className="proof-now">
                    Now: {now}
                    {reason !== null && `. ${reason}`}
                  </span>
                )}
              </td>
              <td>
                {now}
                {reason !== null && <span className="proof-reason">{reason}</span>}
              </td>
              <td className={same ? 'proof-same' : 'proof-differs'}>
                {same ? <Check aria-hidden /> : <TriangleAlert aria-hidden />}
                {same ? 'Same' : 'Differs'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing > 0 && (
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden />}
          why={may ? whileNotLoaded(proven, 'Its values could not be read.') : onlyOwnersMay()}
          busy={again.isPending}
          onClick={() =>
            again.mutate(undefined, {
              onSuccess: () => toast({ title: 'It is being set again. The time machine can undo this.' }),
              onError: error => toast({ tone: 'danger', title: error.message }),
            })
          }
        >
          Set again<span className="visually-hidden">: {object.name ?? object.kind}</span>
        </Button>
      )}
      {differing > 0 && !may && <p>{onlyOwnersMay('set it again')}</p>}
    </div>
  )
}
