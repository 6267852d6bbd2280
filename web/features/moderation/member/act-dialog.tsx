import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import moderation, { longestReason } from '#features/moderation/contract.ts'
import { type DeletionWindow, deletionWindows, type MemberAct } from '#features/moderation/member-acts/contract.ts'
import { ApiError, call } from '#web/app/api.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { InDoubt } from '#web/app/in-doubt.tsx'
import { reload } from '#web/app/list/reload.ts'
import { inSentence } from '#web/app/people/in-sentence.ts'
import type { MemberActsSlot } from '#web/app/people/member-slots.tsx'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { casesKey } from '../cases/cases-key.ts'
import { actWords } from './act-words.ts'
import { actsOn, isAct, lookOf } from './acts.ts'
import './act-dialog.css'

type Asked = ComponentProps<MemberActsSlot['part']>

interface Given {
  /** The reason, or the note. */
  reason: string
  duration: string
  window: DeletionWindow
}

const nothing: Given = { reason: '', duration: '', window: 'del-0' }
const durations: Partial<Record<MemberAct, { help: string; optional: boolean }>> = {
  timeout: { help: 'Such as 10m, 1h 30m or 2 days; at most 28 days.', optional: false },
  ban: { help: 'Such as 12h, 7d or 2 weeks. For good when left empty.', optional: true },
}

/** Sends the input for an act, with only the fields that belong to it. */
function send(act: MemberAct, params: { guildId: string; userId: string }, given: Given, key: string) {
  const reason = given.reason.trim() === '' ? {} : { reason: given.reason.trim() }
  const duration = given.duration.trim()
  if (act === 'note') return call(moderation, act, { params, body: { key, text: given.reason } })
  if (act === 'timeout') return call(moderation, act, { params, body: { key, duration, ...reason } })
  if (act !== 'ban') return call(moderation, act, { params, body: { key, ...reason } })
  const lasting = duration === '' ? {} : { duration }
  return call(moderation, act, { params, body: { key, ...lasting, delete: given.window, ...reason } })
}

/** The input of an earlier request whose outcome is in doubt. */
function givenIn(content: string): Given {
  const kept = JSON.parse(content) as Partial<Record<keyof Given, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const window = deletionWindows.find(({ value }) => value === kept.window)?.value ?? nothing.window
  return { reason: text(kept.reason), duration: text(kept.duration), window }
}

function useAct(
  act: MemberAct,
  requests: ReturnType<typeof useIdempotentRequests>,
  { person, onDone, onClose }: Asked,
) {
  const client = useQueryClient()
  const { guildId, userId } = person
  return useMutation({
    mutationFn: (given: Given) => requests.send(given, key => send(act, { guildId, userId }, given, key)),
    async onSuccess({ told }) {
      await Promise.all([onDone(told), reload(client, casesKey(guildId))])
      onClose()
    },
  })
}

/** Asks for what an act on somebody needs, and performs it. Failures are shown here, and nothing entered is lost. */
export default function ActDialog(asked: Asked) {
  return isAct(asked.act) ? <Question {...asked} act={asked.act} /> : null
}

function Question({ act, ...asked }: Asked & { act: MemberAct }) {
  const { person, onClose } = asked
  const requests = useIdempotentRequests(`${act} ${person.guildId} ${person.userId}`)
  const [first, setFirst] = useState(() => (requests.inDoubt ? givenIn(requests.inDoubt.content) : nothing))
  const [given, setGiven] = useState(first)
  const doing = useAct(act, requests, { act, ...asked })
  const { data } = useQuery(actsOn(person))
  const { error, isPending } = doing
  const { title, description, action, busy } = actWords[act]
  const lasting = durations[act]
  const isNote = act === 'note'
  const isLong = [...given.reason].length > longestReason
  const set = (patch: Partial<Given>) => setGiven(before => ({ ...before, ...patch }))
  const missing =
    (lasting?.optional === false && given.duration.trim() === '' && 'Enter how long first.') ||
    (isNote && given.reason.trim() === '' && 'Write the note first.') ||
    (isLong && `Write at most ${longestReason} characters.`) ||
    undefined
  const wrong = error instanceof ApiError ? error.fields : {}
  const close = closeUnlessSending(doing, onClose)
  const startOver = () => {
    requests.forget()
    setFirst(nothing)
    setGiven(nothing)
    doing.reset()
  }
  const run = () => {
    if (missing === undefined && !isPending) doing.mutate(given)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <EditDialog
      changed={given !== first}
      busy={isPending}
      onClose={close}
      title={`${title} ${inSentence(person.name)}`}
      description={description}
      footer={
        <>
          <Button onClick={close} why={whileBusy(isPending)}>
            Cancel
          </Button>
          <Button
            variant={lookOf(act).danger === true ? 'danger' : 'primary'}
            onClick={run}
            why={missing}
            busy={isPending}
            busyLabel={busy}
          >
            {action}
          </Button>
        </>
      }
    >
      <InDoubt request={requests.inDoubt} onStartOver={startOver} />
      {wrong['duration'] === undefined && <FailedCall error={error} />}
      <form className="act-form" onSubmit={submit}>
        {lasting && (
          <TextInput
            label="Duration"
            help={lasting.help}
            optional={lasting.optional}
            required={!lasting.optional}
            value={given.duration}
            onChange={duration => set({ duration })}
            error={wrong['duration']}
          />
        )}
        {act === 'ban' && (
          <Select
            label="Delete their messages"
            options={deletionWindows}
            value={given.window}
            onChange={window => set({ window })}
          />
        )}
        <TextArea
          label={isNote ? 'Note' : 'Reason'}
          optional={!isNote}
          required={isNote}
          max={longestReason}
          value={given.reason}
          onChange={reason => set({ reason })}
          error={isLong ? `Write at most ${longestReason} characters.` : undefined}
        />
        {!isNote && data && data.reasons.length > 0 && (
          <Select
            label="Quick reason"
            options={[
              { value: '', label: 'None' },
              ...data.reasons.map(({ name, text }) => ({ value: text, label: `${name}: ${text}` })),
            ]}
            value={data.reasons.some(({ text }) => text === given.reason) ? given.reason : ''}
            onChange={reason => set({ reason })}
          />
        )}
      </form>
    </EditDialog>
  )
}
