import { CircleCheck, CircleMinus, FlaskConical, RotateCw, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { TriedMessage } from '#features/automations/contract.ts'
import { triggerKind } from '#features/automations/design/kinds/contract.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { clockText } from '#web/app/dates.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { ChannelPicker } from '#web/ui/form/guild-pickers.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { useTrial } from '../use-automations.ts'
import { Pickets } from './pickets.tsx'
import { type EditorPart, mistakesIn } from './use-editor.ts'

const shownFirst = 4
const unfinished = 'Finish the trigger and the conditions first.'
const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const inWords = (count: number) => numbers[count - 1] ?? String(count)
/** '3 of the last 100 messages' */
const outOf = (count: number, all: number) =>
  all === 1 ? `${count} of 1 message` : `${count} of the last ${all} messages`
const starting = (count: number) => `${count} ${count === 1 ? 'fails' : 'fail'} one condition only.`

const sparing = (count: number) =>
  `${count} of them ${count === 1 ? 'is by somebody' : 'are by members'} who would be spared.`
/** 'Ban the member: they would be spared. Nobody can ban the server owner.' */
const sparedText = ({ action, why }: NonNullable<TriedMessage['spared']>) => `${action}: they would be spared. ${why}`

/** Tries the automation being edited on the latest messages of a channel. Nothing is sent or stored. */
export function TryCard({ guildId, guild, editing, disabled }: EditorPart) {
  const { design } = editing
  const trial = useTrial(guildId)
  const [chosen, setChosen] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const [at, setAt] = useState<number>()
  const [tried, setTried] = useState('')
  const channels = (guild?.channels ?? []).filter(({ callerCanView, botCanView }) => callerCanView && botCanView)
  const first =
    channels.find(({ id }) => design.trigger.channels.includes(id)) ?? channels.find(({ type }) => type === 0)
  const channelId = chosen ?? first?.id ?? null
  const isWritten = design.trigger.kind === 'message'
  const now = JSON.stringify(design)
  const run = (id: string | null) => {
    setTried(now)
    setAt(undefined)
    // What is missing elsewhere, such as a name, does not prevent a trial.
    const named = { ...design, name: design.name.trim() === '' ? 'Automation' : design.name }
    if (id !== null) trial.mutate({ design: named, channel_id: id })
  }
  const messages = trial.data?.messages ?? []
  const starts = messages.filter(({ result }) => result === 'starts')
  const spared = starts.filter(one => one.spared !== null).length
  const near = messages.filter(({ result }) => result === 'near')
  const listed = messages.filter(({ result }) => result !== 'no').toReversed()
  const shown = all ? listed : listed.slice(0, shownFirst)
  const wrong = Object.keys(mistakesIn(design)).some(key => key.startsWith('conditions') || key.startsWith('trigger'))
  return (
    <Card as="section" aria-labelledby="trial-title">
      <CardHead title={<span id="trial-title">Try it</span>}>
        <Badge tone="success" icon={<FlaskConical aria-hidden />}>
          No effect
        </Badge>
      </CardHead>
      <div className="trial-body">
        {!isWritten && (
          <p className="muted">
            Only automations that messages start can be tried on messages. This one starts when:{' '}
            {triggerKind(design.trigger.kind).label.toLowerCase()}.
          </p>
        )}
        {isWritten && (
          <>
            <div className="trial-head">
              <div className="bare">
                <ChannelPicker
                  label="Try it on the messages of"
                  channels={channels}
                  channelTypes={[0, 2, 5, 10, 11, 12, 13]}
                  mustWrite={false}
                  value={channelId}
                  onChange={id => {
                    setChosen(id)
                    if (!wrong) run(id)
                  }}
                  disabled={disabled}
                />
              </div>
              <Button
                icon={<RotateCw aria-hidden />}
                busy={trial.isPending}
                why={disabled || (wrong ? unfinished : channelId === null && 'Choose a channel first.')}
                onClick={() => run(channelId)}
              >
                {trial.data ? 'Run again' : 'Run'}
              </Button>
            </div>
            {wrong && <p className="muted">{unfinished}</p>}
            <FailedAct of={trial} otherwise="Failed to try it" />
            {!trial.data && !trial.isError && !wrong && (
              <p className="muted">
                Shows which of the last 100 messages would have started it. Nothing is sent or saved.
              </p>
            )}
            {trial.data && messages.length === 0 && <p className="muted">Nothing was written in this channel yet.</p>}
            {messages.length > 0 && (
              <div role="status">
                <p>
                  <b>{outOf(starts.length, messages.length)}</b> would have started it.{' '}
                  {spared > 0 && `${sparing(spared)} `}
                  {near.length > 0 && starting(near.length)}
                </p>
                {tried !== now && <p className="muted">Changed since. Run it again.</p>}
              </div>
            )}
            {messages.length > 0 && <Pickets messages={messages} at={at} onAt={setAt} />}
          </>
        )}
      </div>
      {isWritten && shown.length > 0 && (
        <>
          <ul className="trial-list">
            {shown.map(one => (
              <Told key={one.id} one={one} />
            ))}
          </ul>
          {listed.length > shownFirst && (
            <div className="section-foot trial-foot">
              <span>{all ? `All ${inWords(listed.length)}` : `Newest four of ${inWords(listed.length)}`}</span>
              <TextButton onClick={() => setAll(!all)}>
                {all ? 'Newest four' : `All ${inWords(listed.length)}`}
              </TextButton>
            </div>
          )}
        </>
      )}
    </Card>
  )
}

function Told({ one }: { one: TriedMessage }) {
  const isStart = one.result === 'starts'
  return (
    <li>
      <Avatar src={one.author.avatarURL} size={28} />
      <div>
        <p className="trial-who">
          <b>{one.author.name}</b>
          <time dateTime={new Date(one.at).toISOString()} className="muted num">
            {clockText(one.at)}
          </time>
        </p>
        <p className="trial-text">{one.text === '' ? 'No text' : one.text}</p>
        <p className="trial-reason" data-starts={isStart || undefined}>
          {isStart ? <CircleCheck aria-hidden /> : <CircleMinus aria-hidden />}
          {one.reason}
        </p>
        {one.spared && (
          <p className="trial-reason">
            <ShieldCheck aria-hidden />
            {sparedText(one.spared)}
          </p>
        )}
      </div>
    </li>
  )
}
