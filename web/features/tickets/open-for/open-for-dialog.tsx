import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Body } from '#contract'
import tickets from '#features/tickets/contract.ts'
import type { endpoints } from '#features/tickets/live/contract.ts'
import type { Question } from '#features/tickets/opening/contract.ts'
import { longestReason } from '#features/tickets/live/team-acts/contract.ts'
import { call, failureText, serverSentence } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { InDoubt } from '#web/app/in-doubt.tsx'
import { reload } from '#web/app/list/reload.ts'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { TextArea } from '#web/ui/form/text-input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { FindAnyMember } from '../live/find-member.tsx'
import { openTicketsKey } from '../open-tickets/open-tickets-key.ts'
import { ticketPlace } from '../open-tickets/places.ts'
import { AskedFields, type Given } from './asked-fields.tsx'

type Wanted = Omit<Body<(typeof endpoints)['openFor']>, 'key'>

const nothing = { panelId: undefined, memberId: null, reason: '', given: {} }

/** The input of an earlier request whose outcome is in doubt. */
function filledIn(content: string): {
  panelId?: string | undefined
  memberId: string | null
  reason: string
  given: Given
} {
  const kept = tickets.endpoints.openFor.body.omit({ key: true, asked: true }).safeParse(JSON.parse(content)).data
  if (!kept) return nothing
  const { panelId, memberId, reason, answers } = kept
  return { panelId, memberId, reason, given: Object.fromEntries(answers.map(one => [one.question, one.values])) }
}

/** The answers to send. */
const answersIn = (given: Given) =>
  Object.entries(given)
    .filter(([, values]) => values.some(value => value.trim() !== ''))
    .map(([question, values]) => ({ question: Number(question), values: [...values] }))

function useOpenFor(guildId: string, requests: ReturnType<typeof useIdempotentRequests>, onClose: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return useMutation({
    // The panel's questions are not part of the request: they may have changed by the time it is repeated.
    mutationFn: ({ asked, ...wanted }: Wanted) =>
      requests.send(wanted, key => call(tickets, 'openFor', { params: { guildId }, body: { ...wanted, asked, key } })),
    async onSuccess({ ticketId, number, state }) {
      await reload(client, openTicketsKey(guildId))
      onClose()
      if (state === 'opening') toast({ title: `Ticket #${number} is being opened.` })
      else await navigate({ to: '/manage/$guildId/$', params: { guildId, _splat: ticketPlace(ticketId) } })
    },
  })
}

/** Opens a ticket for a member who has not pressed anything. */
export function OpenForDialog({ guildId, onClose }: { guildId: string; onClose: () => void }) {
  const hintId = useId()
  const requests = useIdempotentRequests(`open-for ${guildId}`)
  const [first, setFirst] = useState(() => (requests.inDoubt ? filledIn(requests.inDoubt.content) : nothing))
  const [memberId, setMember] = useState(first.memberId)
  const [panelId, setPanel] = useState(first.panelId)
  const [reason, setReason] = useState(first.reason)
  const [given, setGiven] = useState(first.given)
  const choices = useQuery({
    queryKey: [...guildKey(guildId), 'tickets', 'open-for'],
    queryFn: ({ signal }) => call(tickets, 'openForChoices', { params: { guildId }, signal }),
    // The answers belong to the questions that are shown; new questions are loaded when the dialog is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const open = useOpenFor(guildId, requests, onClose)
  const panels = choices.data?.panels ?? []
  const panel = panelId === undefined && panels.length === 1 ? panels[0] : panels.find(({ id }) => id === panelId)
  const isLong = [...reason].length > longestReason
  const close = closeUnlessSending(open, onClose)
  const answers = answersIn(given)
  const isChanged =
    memberId !== first.memberId ||
    reason.trim() !== first.reason.trim() ||
    JSON.stringify(answers) !== JSON.stringify(answersIn(first.given))
  const missing = [memberId === null && 'a member', !panel && 'a panel'].filter(one => one !== false)
  const hint =
    missing.length > 0 && !(choices.data && panels.length === 0) ? `Choose ${missing.join(' and ')} first.` : undefined
  const run = () => {
    if (memberId !== null && panel)
      open.mutate({ panelId: panel.id, memberId, reason: reason.trim(), answers, asked: panel.asked })
  }
  const startOver = () => {
    requests.forget()
    open.reset()
    setFirst(nothing)
    setMember(null)
    setPanel(undefined)
    setReason('')
    setGiven({})
  }
  return (
    <EditDialog
      changed={isChanged}
      busy={open.isPending}
      onClose={close}
      title="Open a ticket for a member"
      description="The ticket names them at once, and who opened it. Working hours and cooldowns do not apply; the limit of open tickets does."
      footer={
        <>
          {hint !== undefined && (
            <p id={hintId} className="muted">
              {hint}
            </p>
          )}
          <Button onClick={close} why={whileBusy(open.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={run}
            why={
              hint ?? (isLong ? 'The reason is too long.' : panels.length === 0 && 'There is no panel to open it with.')
            }
            aria-describedby={hint === undefined ? undefined : hintId}
            busy={open.isPending}
            busyLabel="Opening..."
          >
            Open ticket
          </Button>
        </>
      }
    >
      <InDoubt request={requests.inDoubt} onStartOver={startOver} />
      {open.isError && (
        <Banner tone="danger" title={failureText(open.error, 'The ticket could not be opened.')}>
          {serverSentence(open.error) === undefined && 'Nothing you filled in is lost.'}
        </Banner>
      )}
      <FindAnyMember guildId={guildId} value={memberId} onChange={setMember} />
      {choices.isError && (
        <Banner tone="danger" title="The panels could not be loaded.">
          <TextButton onClick={() => void choices.refetch()}>Retry</TextButton>
        </Banner>
      )}
      {choices.isPending && <Spinner label="Loading panels..." />}
      {choices.data && (
        <>
          {panels.length !== 1 && (
            <Select
              label="Panel"
              options={[
                { value: '', label: panels.length === 0 ? 'There is no panel that you answer' : 'Choose a panel' },
                ...panels.map(({ id, title }) => ({ value: id, label: title })),
              ]}
              value={panel?.id ?? ''}
              onChange={id => {
                setPanel(id)
                setGiven({})
              }}
            />
          )}
          <TextArea
            label="Reason"
            help="Shown in the ticket, where the member reads it first."
            max={longestReason}
            value={reason}
            onChange={setReason}
            error={isLong ? `Write at most ${longestReason} characters.` : undefined}
          />
          {panel && panel.questions.length > 0 && (
            <AskedFields
              key={panel.id}
              guildId={guildId}
              // The server sends complete questions.
              questions={panel.questions as readonly Question[]}
              roles={choices.data.roles}
              channels={choices.data.channels}
              given={given}
              onChange={setGiven}
            />
          )}
        </>
      )}
    </EditDialog>
  )
}
