import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import tickets from '#features/tickets/contract.ts'
import type { DeployCheck, PanelDesign } from '#features/tickets/panels/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

const icons = {
  good: <CircleCheck aria-hidden />,
  warning: <TriangleAlert aria-hidden />,
  danger: <CircleX aria-hidden />,
}
const words = { good: '', warning: 'Warning: ', danger: 'Not possible: ' }

/** The fields that affect a deployment; others need no check. */
const decisive = [
  'channel_id',
  'kind',
  'categories',
  'support_team_view',
  'support_roles',
  'view_roles',
  'ping_roles',
  'required_roles',
  'claim_visibility',
  'transcript',
  'joined_to',
] as const satisfies readonly (keyof PanelDesign)[]

/** What would happen, as far as the server has answered. */
export interface Checked {
  /** Undefined until the server has answered. */
  checks: readonly DeployCheck[] | undefined
  pending: boolean
  /** Why it cannot be deployed. */
  blocked: string | undefined
}

/**
 * What would happen if it were posted now; the server is asked shortly after the latest change.
 * @param enabled whether there is anything to post
 */
export function useDeployChecks(guildId: string, design: PanelDesign, id: string | undefined, enabled = true): Checked {
  const asked = useDebounced(JSON.stringify(Object.fromEntries(decisive.map(key => [key, design[key]]))), 400)
  const { data, isPending } = useQuery({
    queryKey: [...guildKey(guildId), 'panel-check', id, asked],
    queryFn: ({ signal }) => {
      const body = { ...(JSON.parse(asked) as Partial<PanelDesign>), ...(id !== undefined && { id }) }
      return call(tickets, 'checkPanel', { params: { guildId }, body, signal })
    },
    placeholderData: before => before,
    enabled,
  })
  const checks = data?.checks
  return { checks, pending: isPending && enabled, blocked: checks?.find(({ level }) => level === 'danger')?.sentence }
}

/** Green states a fact, a warning says what members would encounter, danger prevents posting. */
export function Checks({
  checked: { checks, pending },
  onTake,
  onGo,
}: {
  checked: Checked
  /** Applies the change that a check offers, if the panel can be changed. */
  onTake?: (patch: Partial<PanelDesign>) => void
  /** Goes to the field that a check is about. */
  onGo?: (field: string) => void
}) {
  const fine = checks?.filter(({ level }) => level === 'good').length ?? 0
  return (
    <section className="panel-checks" aria-label="Before you deploy">
      <div className="panel-checks-head">
        <h3>Before you deploy</h3>
        <span>{checks ? `${fine} of ${checks.length} OK` : pending ? 'Checking...' : 'Could not be checked'}</span>
      </div>
      <ul aria-live="polite">
        {checks?.map(({ level, sentence, field, offer }) => (
          <li key={sentence} data-level={level}>
            {icons[level]}
            <span>
              <span className="visually-hidden">{words[level]}</span>
              {sentence}
            </span>
            {offer && onTake && (
              <TextButton onClick={() => onTake({ [offer.field]: offer.value })}>{offer.label}</TextButton>
            )}
            {field !== null && onGo && (
              <TextButton onClick={() => onGo(field)} aria-label={`Go to it: ${sentence}`}>
                Go to
              </TextButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
