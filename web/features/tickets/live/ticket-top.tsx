import { ChevronDown, Ellipsis, Hand, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Priority, priorities } from '#features/tickets/life/contract.ts'
import type { TicketFacts } from '#features/tickets/live/contract.ts'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { Crumbs } from '#web/app/manage/crumbs.tsx'
import { usePageTitle } from '#web/app/page.tsx'
import { useAuth } from '#web/app/session.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PriorityBadge, priorityName } from '../open-tickets/priority-badge.tsx'
import { type TeamDialog, TeamDialogs } from './team-dialogs.tsx'
import type { TicketActs } from './use-ticket.ts'

const states = {
  opening: { tone: 'accent', text: 'Opening' },
  open: { tone: 'success', text: 'Open' },
  closed: { tone: 'neutral', text: 'Closed' },
  deleted: { tone: 'danger', text: 'Deleted' },
} as const

function Trail({ guildId, ticket: { number, state } }: { guildId: string; ticket: TicketFacts['ticket'] }) {
  const list = {
    label: state === 'closed' ? 'Closed tickets' : 'Open tickets',
    link: {
      to: '/manage/$guildId/tickets/open',
      params: { guildId },
      search: state === 'closed' ? { state } : {},
    },
  } as const
  return (
    <Crumbs
      above={[
        { label: 'Ticket Management', link: { to: '/manage/$guildId/tickets', params: { guildId } } },
        ...(state === 'deleted' ? [] : [list]),
      ]}
      here={number}
    />
  )
}

/** Claim, release or take over, depending on what the viewer can do. */
function Claim({ facts: { ticket, may }, acts }: { facts: TicketFacts; acts: TicketActs }) {
  const { user } = useAuth()
  const { claimedBy } = ticket
  const face = useAvatarUrl(
    claimedBy === null || claimedBy.id === null ? undefined : { id: claimedBy.id, avatar: claimedBy.avatar },
    64,
  )
  const busy = acts.claim.isPending || acts.release.isPending
  const isMine = claimedBy !== null && claimedBy.id === user?.id
  const release = () => acts.release.mutate()
  // A single button for all of them, so that it keeps the focus after a key press.
  return (
    <>
      {claimedBy && !isMine && (
        <span className="live-holder">
          <Avatar src={face} size={20} />
          <MemberLink id={claimedBy.id}>{claimedBy.name ?? 'Somebody'}</MemberLink>
        </span>
      )}
      <Button
        icon={<Hand aria-hidden />}
        busy={busy}
        onClick={isMine ? release : () => acts.claim.mutate(claimedBy?.id ?? null)}
      >
        {isMine ? 'Release' : claimedBy ? 'Take over' : 'Claim'}
      </Button>
      {claimedBy && !isMine && may.manage && (
        <Button icon={<Hand aria-hidden />} busy={busy} onClick={release}>
          Release
        </Button>
      )}
    </>
  )
}

/** A menu of less frequent acts. */
function More({
  facts: { ticket, transcripts, panels },
  onOpen,
}: {
  facts: TicketFacts
  onOpen: (dialog: TeamDialog) => void
}) {
  const isOpen = ticket.state === 'open'
  return (
    <Menu label="More" trigger={<IconButton label="More" icon={<Ellipsis aria-hidden />} />}>
      {transcripts && <MenuItem onSelect={() => onOpen('note')}>Internal note</MenuItem>}
      {isOpen && <MenuItem onSelect={() => onOpen('add')}>Add somebody</MenuItem>}
      {isOpen && <MenuItem onSelect={() => onOpen('transfer')}>Hand over</MenuItem>}
      {isOpen && panels.length > 0 && <MenuItem onSelect={() => onOpen('move')}>Move to another panel</MenuItem>}
      <MenuItem onSelect={() => onOpen('rename')}>Rename</MenuItem>
    </Menu>
  )
}

/** What the ticket is, and what can be done to it. */
export function TicketTop({
  guildId,
  facts,
  acts,
  choosing,
  onChoosing,
  onClose,
}: {
  guildId: string
  facts: TicketFacts
  acts: TicketActs
  /** Whether the priority menu is open. */
  choosing: boolean
  onChoosing: (open: boolean) => void
  onClose: () => void
}) {
  const { ticket, may } = facts
  const { tone, text } = states[ticket.state]
  const [deleting, setDeleting] = useState(false)
  const [dialog, setDialog] = useState<TeamDialog>()
  usePageTitle(`Ticket ${ticket.number}`)
  const isOpen = ticket.state === 'open'
  const choose = (priority: Priority) => {
    if (priority !== ticket.priority) acts.prioritise.mutate({ priority })
  }
  return (
    <header className="live-top">
      <div className="live-title">
        <Trail guildId={guildId} ticket={ticket} />
        <h1>
          {ticket.name} <Badge tone={tone}>{text}</Badge>
          {!(may.act && isOpen) && <PriorityBadge priority={ticket.priority} />}
        </h1>
      </div>
      {may.act && isOpen && (
        <div className="live-acts">
          <Menu
            open={choosing}
            onOpenChange={onChoosing}
            label="Priority"
            trigger={
              <Button busy={acts.prioritise.isPending} aria-label={`Priority: ${priorityName(ticket.priority)}`}>
                {priorityName(ticket.priority)} <ChevronDown aria-hidden />
              </Button>
            }
          >
            {priorities.toReversed().map(one => (
              <MenuItem key={one} onSelect={() => choose(one)}>
                {priorityName(one)}
              </MenuItem>
            ))}
          </Menu>
          <Claim facts={facts} acts={acts} />
          <More facts={facts} onOpen={setDialog} />
          <Button icon={<Lock aria-hidden />} busy={acts.close.isPending} onClick={onClose}>
            Close
          </Button>
        </div>
      )}
      {may.act && ticket.state === 'closed' && (
        <div className="live-acts">
          <More facts={facts} onOpen={setDialog} />
          <Button icon={<LockOpen aria-hidden />} busy={acts.reopen.isPending} onClick={() => acts.reopen.mutate()}>
            Reopen
          </Button>
          <Button
            variant="danger-quiet"
            icon={<Trash2 aria-hidden />}
            busy={acts.remove.isPending}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        </div>
      )}
      {dialog && may.act && (
        <TeamDialogs open={dialog} guildId={guildId} facts={facts} acts={acts} onClose={() => setDialog(undefined)} />
      )}
      {deleting && (
        <ConfirmDialog
          open
          title={`Delete ticket ${ticket.number}?`}
          action="Delete ticket"
          onCancel={() => setDeleting(false)}
          onConfirm={() => {
            setDeleting(false)
            acts.remove.mutate()
          }}
        >
          {ticket.transcriptId === null
            ? 'Its channel is deleted, and no transcript of it is kept. This cannot be undone.'
            : 'Its channel is deleted; its transcript stays as long as transcripts are kept. This cannot be undone.'}
        </ConfirmDialog>
      )}
    </header>
  )
}
