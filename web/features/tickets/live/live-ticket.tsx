import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { TicketFacts } from '#features/tickets/live/contract.ts'
import { ApiError, isForbidden } from '#web/app/api.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { useAuth } from '#web/app/session.tsx'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { focusContentIfLost } from '#web/ui/keep-focus.ts'
import { openTicketsPlace, ticketPlace } from '../open-tickets/places.ts'
import { useOpenTickets } from '../open-tickets/use-open-tickets.ts'
import { AnswerBox } from './answer-box.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { Conversation } from './conversation.tsx'
import { ChannelBanner, ClosedBar } from './ticket-end.tsx'
import { TicketSide } from './ticket-side.tsx'
import { TicketTop } from './ticket-top.tsx'
import { useOutbox } from './use-outbox.ts'
import { type ShownTicket, useSending, useTicketActs } from './use-ticket.ts'
import { useTicketKeys } from './use-ticket-keys.ts'
import { WaitingBar } from './waiting-bar.tsx'
import { useDraft } from './use-draft.ts'

/** The open tickets that [ and ] go through. */
const mostWalked = 50

const sentenceOf = (error: Error | null): string | undefined =>
  error ? (error instanceof ApiError ? error.message : 'That did not work. Try again.') : undefined

/** A ticket with live updates: to read, answer, claim and close. */
export function LiveTicket({
  guildId,
  facts,
  shown: { facts: query, messages, others, connected },
}: {
  guildId: string
  facts: TicketFacts
  shown: ShownTicket
}) {
  const { ticket, may } = facts
  const ticketId = String(ticket.id)
  const now = query.dataUpdatedAt
  const acts = useTicketActs(guildId, ticketId)
  const sending = useSending(guildId, ticketId)
  const arrived = messages.data?.pages.flatMap(({ sent }) => sent) ?? []
  const outbox = useOutbox(`${guildId}/${ticketId}`, sending.send, connected, arrived)
  const draft = useDraft(guildId, ticketId)
  const box = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<'conversation' | 'details'>('conversation')
  const [closing, setClosing] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const walk = useWalk(guildId, ticket.id)
  const { user } = useAuth()
  const failed = [acts.claim, acts.release, acts.prioritise, acts.reopen, acts.remove, acts.take, acts.transcript].find(
    act => act.isError,
  )
  useClearing(failed?.error, () => failed?.reset())
  const isOpen = ticket.state === 'open'
  const shownState = useRef(ticket.state)
  useEffect(() => {
    // The button that closed or reopened it has disappeared.
    if (shownState.current !== ticket.state) focusContentIfLost()
    shownState.current = ticket.state
  }, [ticket.state])
  const canAct = isOpen && may.act
  const claimOrRelease = () =>
    ticket.claimedBy?.id === user?.id ? acts.release.mutate() : acts.claim.mutate(ticket.claimedBy?.id ?? null)
  useTicketKeys({
    r: () => box.current?.focus(),
    c: canAct ? claimOrRelease : undefined,
    p: canAct ? () => setChoosing(true) : undefined,
    e: canAct ? () => setClosing(true) : undefined,
    '[': () => walk(-1),
    ']': () => walk(1),
  })
  const isLost = query.isError && isForbidden(query.error)
  const lastMessageId = messages.data?.pages[0]?.messages.at(-1)?.id
  return (
    <div className="live-ticket" data-view={view}>
      <TicketTop
        guildId={guildId}
        facts={facts}
        acts={acts}
        choosing={choosing}
        onChoosing={setChoosing}
        onClose={() => setClosing(true)}
      />
      <div className="live-views">
        <Segmented
          label="What is shown"
          name="live-view"
          value={view}
          onChange={setView}
          options={[
            { value: 'conversation', label: 'Conversation' },
            { value: 'details', label: 'Details' },
          ]}
        />
      </div>
      <div className="live-main">
        {!connected && (
          <p className="live-lost" role="status">
            Reconnecting
          </p>
        )}
        {failed && <Banner tone="danger" title={sentenceOf(failed.error)} onClose={() => failed.reset()} />}
        <ChannelBanner guildId={guildId} facts={facts} acts={acts} />
        {ticket.state === 'deleted' ? (
          <p className="live-none">This ticket was deleted. Its transcript holds what was written.</p>
        ) : (
          <Conversation guildId={guildId} ticketId={ticketId} query={messages} outbox={outbox} />
        )}
        {isOpen && <WaitingBar {...facts} />}
        {isOpen && may.write && (
          <AnswerBox
            guildId={guildId}
            facts={facts}
            draft={draft}
            box={box}
            others={others}
            lastMessageId={lastMessageId}
            onSend={outbox.add}
            onTyping={sending.note}
          />
        )}
        {isOpen && !may.write && (
          <p className="live-closed">
            {may.act
              ? `${ticket.claimedBy?.name ?? 'Somebody else'} takes care of this ticket. Take it over to answer it.`
              : 'You can read this ticket. Its support team answers it.'}
          </p>
        )}
        {!isOpen && <ClosedBar guildId={guildId} facts={facts} acts={acts} now={now} />}
      </div>
      <TicketSide guildId={guildId} facts={facts} acts={acts} now={now} />
      {closing && canAct && (
        <CloseDialog
          keeps={facts.twoStepClose}
          busy={acts.close.isPending}
          error={sentenceOf(acts.close.error)}
          onClose={reason => acts.close.mutate(reason, { onSuccess: () => setClosing(false) })}
          onCancel={closeUnlessSending(acts.close, () => setClosing(false))}
        />
      )}
      {isLost && <LostAccess guildId={guildId} draft={draft[0]} />}
    </div>
  )
}

/** Goes to the next or the previous open ticket. */
function useWalk(guildId: string, ticketId: number): (step: 1 | -1) => void {
  const { data } = useOpenTickets(guildId, mostWalked)
  const navigate = useNavigate()
  return step => {
    const all = data?.tickets ?? []
    const at = all.findIndex(({ id }) => id === ticketId)
    const next = at < 0 ? all[0] : all[at + step]
    if (next) void navigate({ to: '/manage/$guildId/$', params: { guildId, _splat: ticketPlace(next.id) } })
  }
}

/** Shown over the page when somebody has lost the right to see it: they can still copy what they have typed. */
function LostAccess({ guildId, draft }: { guildId: string; draft: string }) {
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/manage/$guildId/$', params: { guildId, _splat: openTicketsPlace } })
  return (
    <Dialog
      open
      onOpenChange={leave}
      busy={false}
      title="Access denied"
      description="You can no longer see this ticket."
      footer={
        <LinkButton variant="primary" to="/manage/$guildId/$" params={{ guildId, _splat: openTicketsPlace }}>
          Back to the open tickets
        </LinkButton>
      }
    >
      {draft !== '' && (
        <div className="live-draft">
          <p>{draft}</p>
          <CopyButton text={draft} label="Copy what you have typed" />
        </div>
      )}
    </Dialog>
  )
}
