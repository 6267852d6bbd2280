import { Check, RotateCcw, TriangleAlert } from 'lucide-react'
import type { VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useProvenObject, useSetAgain } from './use-proven-object.ts'

export interface ProvenProps {
  guildId: string
  number: string
  object: VerifiedObject
  /** Whether its reader may set things back. */
  may: boolean
}

/** An object field by field, before the attack and now. Its values are read when it is opened. */
export function ProvenFields({ guildId, number, object, may }: ProvenProps) {
  const again = useSetAgain(guildId, number, object)
  const { data, isError } = useProvenObject(guildId, number, object, again.isSuccess)
  const toast = useToast()
  // Until the values are there, what was stored about them.
  const fields = data?.fields ?? object.fields.map(one => ({ ...one, before: null, now: null }))
  const differing = fields.filter(({ same }) => !same).length
  return (
    <div className="proof-open">
      {isError && <p>The values could not be read. Close and open it to try again.</p>}
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
          disabled={!may || data === undefined}
          busy={again.isPending}
          onClick={() =>
            again.mutate(undefined, {
              onSuccess: () => toast({ title: 'It is being set again. The time machine takes it back.' }),
              onError: error => toast({ tone: 'danger', title: error.message }),
            })
          }
        >
          Set again<span className="visually-hidden">: {object.name ?? object.kind}</span>
        </Button>
      )}
      {differing > 0 && !may && <p>Only the server owner and extra owners may set it again.</p>}
    </div>
  )
}
