import { longestMemberMinutes, mostRemovals, mostRunsAnHour } from '#features/automations/design/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
import { useProductName } from '#web/app/queries.ts'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import type { Editing } from './use-editor.ts'

/** How often it may run; always visible. */
export function BoundsCard({ editing, disabled }: { editing: Editing; disabled: boolean }) {
  const product = useProductName()
  const { design, stored } = editing
  const bound = boundFields(editing, disabled)
  const never = {
    people: `${product}’s own messages, and those of other bots`,
    everybody: `${product}’s own messages`,
    automations: `${product}’s own messages, except those of automations`,
  }[design.trigger.by]
  const punishes = design.actions.some(({ kind }) => ['warn', 'timeout', 'kick', 'ban'].includes(kind))
  const removes = design.actions.some(({ kind }) => kind === 'kick' || kind === 'ban')
  return (
    <Section title="Bounds">
      <NumberInput {...bound('runs_per_hour')} label="Runs an hour, then it waits" min={1} max={mostRunsAnHour} />
      <NumberInput
        {...bound('member_minutes')}
        label="For one member, once in"
        min={0}
        max={longestMemberMinutes}
        unit="minutes"
        help="0 means every time."
      />
      <dl className="bounds-list">
        <div>
          <dt>Never starts it</dt>
          <dd>{design.trigger.kind === 'message' ? never : 'Bots'}</dd>
        </div>
        {punishes && (
          <div>
            <dt>Never punished</dt>
            <dd>Members who could do it themselves</dd>
          </div>
        )}
        {removes && (
          <div>
            <dt>Kicks and bans</dt>
            <dd>{mostRemovals} an hour, for all automations together</dd>
          </div>
        )}
        {stored && (
          <>
            <div>
              <dt>Ran in the last hour</dt>
              <dd className="num">{formatNumber(stored.runs.hour)}</dd>
            </div>
            <div>
              <dt>Last run</dt>
              <dd>{stored.runs.last === null ? 'Never' : momentText(stored.runs.last)}</dd>
            </div>
            {stored.held_at !== null && (
              <div>
                <dt>Had to wait</dt>
                <dd>{momentText(stored.held_at)}</dd>
              </div>
            )}
            <div>
              <dt>Acts with the rights of</dt>
              <dd>{stored.saved_by ?? 'nobody any more'}</dd>
            </div>
          </>
        )}
      </dl>
    </Section>
  )
}
