import { useState } from 'react'
import type { Unfound } from '#kernel/transfer/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileNotLoaded } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PlannedChangesCard } from '../many-changes/planned-changes.tsx'
import { changesText } from '../many-changes/use-changes.ts'
import { momentText } from '../dates.ts'
import { FailedAct, FailedCall } from '../failed-call.tsx'
import { useGuildChoices } from '../setup/use-setup.ts'
import { ReplacementsSection } from './replacements-section.tsx'
import { type SettingsSource, useTransfer, useTransferPlan } from './use-transfer.ts'

const foot =
  'Whatever the source does not have stays as it is here. Nothing is deleted, and nothing is posted to Discord. Either all of it is applied or none of it; one press on Undo takes it back.'

/** What importing settings from a file or a server would change, with the choices to make before. */
export function DryRun({
  guildId,
  source,
  onCancel,
  onDone,
}: {
  guildId: string
  source: SettingsSource
  onCancel: () => void
  onDone: () => void
}) {
  const [choices, setChoices] = useState<Readonly<Record<string, string | null>>>({})
  const [without, setWithout] = useState<readonly string[]>([])
  /** A channel or role that was asked about stays on the page after it has been chosen. */
  const [asked, setAsked] = useState<readonly Unfound[]>([])
  const wanted = { source, choices, without }
  const plan = useTransferPlan(guildId, wanted)
  const transfer = useTransfer(guildId, wanted)
  const here = useGuildChoices(guildId)
  const { data } = plan
  const open = data?.unfound ?? []
  const added = open.filter(({ id }) => !asked.some(one => one.id === id))
  if (added.length > 0) setAsked([...asked, ...added])
  const current = plan.isPlaceholderData || plan.isFetching ? undefined : data
  const choose = (id: string, to: string | null | undefined) =>
    setChoices(before => {
      const { [id]: _former, ...rest } = before
      return to === undefined ? rest : { ...rest, [id]: to }
    })
  if (plan.error && !data)
    return (
      <Banner tone="danger" title={plan.error.message}>
        Nothing was changed. <TextButton onClick={() => void plan.refetch()}>Try again</TextButton>
      </Banner>
    )
  if (!data) return <Skeleton className="transfer-loading" />
  const isRefused = ({ problem }: { problem: string | null }) => problem !== null
  const refused = data.features.flatMap(({ changes, things }) => [...changes, ...things].filter(isRefused)).length
  const from = 'file' in source ? `${source.name}: ${data.from.name}` : data.from.name
  const at = data.from.exportedAt === null ? NaN : Date.parse(data.from.exportedAt)
  return (
    <>
      <FailedCall error={plan.error} onRetry={plan.refetch} />
      <Section
        title="What is copied"
        purpose={Number.isNaN(at) ? `Settings of ${from}` : `Settings of ${from}, exported ${momentText(at)}`}
      >
        <ul className="transfer-held">
          {data.held.map(({ feature, title }) => (
            <li key={feature}>
              <label className="choice-line">
                <input
                  type="checkbox"
                  className="check"
                  checked={!without.includes(feature)}
                  onChange={({ target }) =>
                    setWithout(before =>
                      target.checked ? before.filter(one => one !== feature) : [...before, feature],
                    )
                  }
                />
                <span>{title}</span>
              </label>
            </li>
          ))}
        </ul>
      </Section>
      {asked.length > 0 && (
        <ReplacementsSection
          unfound={asked.map(({ id, kind, name }) => {
            const problem = open.find(one => one.id === id)?.problem
            return { id, kind, name, ...(problem !== undefined && { problem }) }
          })}
          channels={here.data?.channels ?? []}
          roles={here.data?.roles ?? []}
          choices={choices}
          onChoose={choose}
        />
      )}
      <PlannedChangesCard plan={data} foot={foot} />
      <FailedAct of={transfer} />
      <div className="save-bar-place">
        <div className="save-bar">
          <p role="status">
            <b>{changesText(data.count)}</b>{' '}
            <span className="muted plan-bar-more">
              would be made
              {refused > 0 &&
                `; ${refused} would not, ${refused === 1 ? 'for the reason shown' : 'for the reasons shown'}`}
              .
            </span>
          </p>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={transfer.isPending}
            busyLabel="Applying..."
            why={
              whileNotLoaded(
                { ...plan, data: current },
                'The list of changes could not be loaded. Load it again first.',
              ) ||
              (data.count === 0 && 'Nothing would change.')
            }
            onClick={() => transfer.mutate(data.mark, { onSuccess: onDone })}
          >
            Apply {changesText(data.count)}
          </Button>
        </div>
      </div>
    </>
  )
}
