import { Trash2, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { type Counter, type CounterKind, fills, kinds, longestName, meanings } from '#features/counters/contract.ts'
import { unknownWords } from '#web/app/settings-form/unknown-words.ts'
import { nothingChanged } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useCounter, useCounters } from './use-counters.ts'

const suggestions: Record<CounterKind, string> = {
  users: 'Everybody : {count}',
  members: 'Members : {count}',
  bots: 'Bots : {count}',
  boosts: 'Boosts : {count}',
}

/** One row for each thing that can be counted: its channel, or a button that creates one. */
export function CounterList({ guildId }: { guildId: string }) {
  const list = useCounters(guildId)
  if (!list) return null
  return (
    <Section
      title="Channels"
      purpose="{count} is replaced by the number. Discord allows a channel to be renamed only every few minutes, so the number may lag behind."
    >
      <ul className="counters">
        {kinds.map(kind => {
          const counter = list.find(one => one.kind === kind)
          return (
            <li key={kind}>
              <Row guildId={guildId} kind={kind} counter={counter} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function State({ counter }: { counter: Counter | undefined }) {
  if (!counter) return <p className="field-help">Not counted yet.</p>
  if (counter.channelName === null)
    return <p className="field-help">The channel no longer exists. Save to create a new one.</p>
  return (
    <p className="counter-channel">
      <Volume2 aria-hidden />
      {counter.channelName}
    </p>
  )
}

function Row({ guildId, kind, counter }: { guildId: string; kind: CounterKind; counter: Counter | undefined }) {
  const [name, setName] = useState(counter?.name ?? suggestions[kind])
  const [asking, setAsking] = useState(false)
  const { set, remove, setting, removing, done, problem } = useCounter(guildId, kind)
  const changed = !counter || counter.channelName === null || name !== counter.name
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (changed) set(name)
      }}
    >
      <div className="counter-name">
        <TextInput
          label={meanings[kind]}
          name={kind}
          value={name}
          onChange={setName}
          max={longestName}
          error={problem}
          warning={unknownWords(name, fills)}
          help={done && !changed ? 'Saved. Discord shows the new name within a few minutes.' : undefined}
        />
        <State counter={counter} />
      </div>
      <div className="counter-actions">
        <Button type="submit" why={!changed && nothingChanged} busy={setting} busyLabel="Saving...">
          {counter ? 'Rename' : 'Create channel'}
        </Button>
        {counter && (
          <Button variant="danger-quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)} busy={removing}>
            Remove
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={`Remove the counter of ${meanings[kind].toLowerCase()}?`}
        action="Remove Counter"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          remove()
        }}
      >
        Its channel is deleted in Discord.
      </ConfirmDialog>
    </form>
  )
}
