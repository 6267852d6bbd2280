import { type ReactNode, useState } from 'react'
import type { TicketFacts } from '#features/tickets/live/contract.ts'
import { longestNote } from '#features/tickets/live/team-acts/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { nothingChanged, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { timeText } from '#web/app/dates.ts'
import { InDoubt } from '#web/app/in-doubt.tsx'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { FindMember } from './find-member.tsx'
import type { TicketActs } from './use-ticket.ts'

export type TeamDialog = 'transfer' | 'add' | 'rename' | 'move' | 'note'

interface Shown {
  guildId: string
  facts: TicketFacts
  acts: TicketActs
  onClose: () => void
}

interface Act {
  isPending: boolean
  isError: boolean
  error: Error | null
  reset(): void
}

/** The frame of all these dialogs: an input, the reason if it was refused, and a single action. */
function Frame({
  title,
  description,
  act,
  action,
  changed,
  why,
  onRun,
  onClose,
  children,
}: {
  title: string
  description: string
  act: Act
  action: string
  changed: boolean
  /** Why it cannot be done yet. */
  why: string | false
  onRun: () => void
  onClose: () => void
  children: ReactNode
}) {
  const close = closeUnlessSending(act, onClose)
  return (
    <EditDialog
      changed={changed}
      busy={act.isPending}
      onClose={close}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={close} why={whileBusy(act.isPending)}>
            Cancel
          </Button>
          <Button variant="primary" onClick={onRun} why={why} busy={act.isPending}>
            {action}
          </Button>
        </>
      }
    >
      {act.isError && <Banner tone="danger" title={act.error?.message ?? 'That did not work. Try again.'} />}
      {children}
    </EditDialog>
  )
}

/** Closes the dialog once it is done; shows what could not be done. */
function useDone(onClose: () => void, title: string) {
  const toast = useToast()
  return {
    onSuccess({ problems = [] }: { problems?: readonly string[] }) {
      const [problem] = problems
      if (problem !== undefined) toast({ tone: 'danger', title, detail: problem })
      onClose()
    },
  }
}

function HandDialog({ guildId, facts, acts: { transfer }, onClose }: Shown) {
  const [to, setTo] = useState<string | null>(null)
  const done = useDone(onClose, 'Handed over')
  return (
    <Frame
      title="Hand this ticket over"
      description="To somebody else on the team that answers it. They are named in the ticket."
      act={transfer}
      action="Hand over"
      changed={to !== null}
      why={to === null && 'Choose somebody first.'}
      onRun={() => to !== null && transfer.mutate(to, done)}
      onClose={onClose}
    >
      <FindMember guildId={guildId} ticketId={String(facts.ticket.id)} team value={to} onChange={setTo} />
    </Frame>
  )
}

function AddDialog({ guildId, facts, acts: { add }, onClose }: Shown) {
  const [kind, setKind] = useState<'user' | 'role'>('user')
  const [id, setId] = useState<string | null>(null)
  const done = useDone(onClose, 'Added')
  const takesRoles = facts.roles.length > 0
  return (
    <Frame
      title="Add to this ticket"
      description="They can see the ticket and write in it until they are removed or it is closed."
      act={add}
      action="Add"
      changed={id !== null}
      why={id === null && (kind === 'user' ? 'Choose a member first.' : 'Choose a role first.')}
      onRun={() => id !== null && add.mutate({ kind, id }, done)}
      onClose={onClose}
    >
      {takesRoles && (
        <Segmented
          label="Whom"
          name="add-kind"
          value={kind}
          onChange={next => {
            setKind(next)
            setId(null)
          }}
          options={[
            { value: 'user', label: 'A member' },
            { value: 'role', label: 'A role' },
          ]}
        />
      )}
      {kind === 'user' ? (
        <FindMember guildId={guildId} ticketId={String(facts.ticket.id)} team={false} value={id} onChange={setId} />
      ) : (
        <Select
          label="Role"
          options={[
            { value: '', label: 'Choose a role' },
            ...facts.roles.map(({ id: value, name }) => ({ value, label: name })),
          ]}
          value={id ?? ''}
          onChange={value => setId(value === '' ? null : value)}
        />
      )}
    </Frame>
  )
}

function RenameDialog({ facts, acts: { rename }, onClose }: Shown) {
  const [name, setName] = useState(facts.ticket.name)
  const toast = useToast()
  const why = name.trim() === '' ? 'Write a name first.' : name === facts.ticket.name && nothingChanged
  const run = () => {
    if (why !== false || rename.isPending) return
    rename.mutate(name, {
      onSuccess({ name: renamed, queuedUntil }) {
        const later = queuedUntil !== null && `It will be called that in ${timeText(Date.now(), queuedUntil)}.`
        toast({ title: `This ticket is called ${renamed}.`, ...(later !== false && { detail: later }) })
        onClose()
      },
    })
  }
  return (
    <Frame
      title="Rename this ticket"
      description="Discord allows a channel to be renamed twice in ten minutes; further renames are done after that."
      act={rename}
      action="Rename"
      changed={name !== facts.ticket.name}
      why={why}
      onRun={run}
      onClose={onClose}
    >
      <TextInput label="Name" max={100} value={name} onChange={setName} onEnter={run} />
    </Frame>
  )
}

function MoveDialog({ facts, acts: { move }, onClose }: Shown) {
  const [panelId, setPanelId] = useState('')
  const done = useDone(onClose, 'Moved')
  return (
    <Frame
      title="Move this ticket"
      description={`It belongs to ${facts.ticket.panelTitle}. From then on the other panel’s team answers it, and that panel’s category, goals and rules apply. You might not see it any more.`}
      act={move}
      action="Move"
      changed={panelId !== ''}
      why={panelId === '' && (facts.panels.length === 0 ? 'There is no other panel.' : 'Choose a panel first.')}
      onRun={() => move.mutate(panelId, done)}
      onClose={onClose}
    >
      <Select
        label="Panel"
        options={[
          { value: '', label: facts.panels.length === 0 ? 'There is no other panel' : 'Choose a panel' },
          ...facts.panels.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={panelId}
        onChange={setPanelId}
      />
    </Frame>
  )
}

/** The text of an earlier note whose outcome is in doubt. */
const noteIn = (content: string | undefined): string =>
  content === undefined ? '' : ((JSON.parse(content) as { text?: string }).text ?? '')

function NoteDialog({ guildId, facts, acts: { note }, onClose }: Shown) {
  const requests = useIdempotentRequests(`ticket-note ${guildId} ${facts.ticket.id}`)
  const [first, setFirst] = useState(() => noteIn(requests.inDoubt?.content))
  const [text, setText] = useState(first)
  const startOver = () => {
    requests.forget()
    note.reset()
    setFirst('')
    setText('')
  }
  const isLong = [...text].length > longestNote
  return (
    <Frame
      title="Internal note"
      description="It appears in the conversation here and in the transcript, for the team only. It is not sent to Discord."
      act={note}
      action="Keep note"
      changed={text.trim() !== first.trim()}
      why={text.trim() === '' ? 'Write something first.' : isLong && `Write at most ${longestNote} characters.`}
      onRun={() => note.mutate({ requests, text }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <InDoubt request={requests.inDoubt} onStartOver={startOver} />
      <TextArea
        label="Note"
        rows={4}
        max={longestNote}
        value={text}
        onChange={setText}
        error={isLong ? `Write at most ${longestNote} characters.` : undefined}
      />
    </Frame>
  )
}

const dialogs = { transfer: HandDialog, add: AddDialog, rename: RenameDialog, move: MoveDialog, note: NoteDialog }

/** The dialog for an act of the team on a ticket. */
export function TeamDialogs({ open, ...shown }: Shown & { open: TeamDialog }) {
  const One = dialogs[open]
  return <One {...shown} />
}
