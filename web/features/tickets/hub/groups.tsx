import { Link } from '@tanstack/react-router'
import {
  ChevronRight,
  FileText,
  FolderTree,
  Gauge,
  LayoutPanelTop,
  type LucideIcon,
  MessageSquareQuote,
  Send,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

/** The facts that the rows state; undefined while they are loading or if that failed. */
export interface HubFacts {
  open: number
  closed: number
  panels: number
  deployed: number
  perMember: number
  openAtOnce: number
  retention: number
  transcripts: boolean
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

type Page = 'general' | 'category' | 'panel' | 'limits' | 'transcript' | 'tags'

/** The specification's groups; each row states the current settings. */
export function HubGroups({
  guildId,
  facts,
  onSend,
}: {
  guildId: string
  facts: HubFacts | undefined
  /** Opens the dialog that posts a panel. */
  onSend?: () => void
}) {
  return (
    <>
      <Group title="General Configuration">
        <Row guildId={guildId} page="general" icon={SlidersHorizontal} title="General Settings">
          Support team, two-step close, ticket numbers.
        </Row>
        {onSend && (
          <li>
            <button type="button" className="hub-row" onClick={onSend}>
              <Send aria-hidden />
              <span>
                <b>Send Embed Panel</b>
                <small>Post a panel in a text channel.</small>
              </span>
              <ChevronRight aria-hidden />
            </button>
          </li>
        )}
      </Group>
      <Group title="Organization">
        <Row guildId={guildId} page="category" icon={FolderTree} title="Ticket Categories">
          {facts ? `${facts.open} open, ${facts.closed} closed.` : 'Where tickets are kept.'}
        </Row>
        <Row guildId={guildId} page="panel" icon={LayoutPanelTop} title="Ticket Panels">
          {facts ? `${counted(facts.panels, 'panel')}, ${facts.deployed} deployed.` : 'Messages that open tickets.'}
        </Row>
      </Group>
      <Group title="Advanced">
        <Row guildId={guildId} page="limits" icon={Gauge} title="Ticket Limits">
          {facts ? `${facts.perMember} per member, ${facts.openAtOnce} open at once.` : 'Who may open how many.'}
        </Row>
        <Row guildId={guildId} page="transcript" icon={FileText} title="Transcripts">
          {!facts && 'What was said, kept.'}
          {facts && (facts.transcripts ? `Kept for ${counted(facts.retention, 'day')}.` : 'Off.')}
        </Row>
        <Row guildId={guildId} page="tags" icon={MessageSquareQuote} title="Ready Answers">
          What the team says again and again.
        </Row>
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="hub-group">
      <h2>{title}</h2>
      <Card>
        <ul>{children}</ul>
      </Card>
    </section>
  )
}

function Row({
  guildId,
  page,
  icon: Icon,
  title,
  children,
}: {
  guildId: string
  page: Page
  icon: LucideIcon
  title: string
  children: ReactNode
}) {
  return (
    <li>
      <Link className="hub-row" to="/manage/$guildId/$" params={{ guildId, _splat: `tickets/${page}` }}>
        <Icon aria-hidden />
        <span>
          <b>{title}</b>
          <small>{children}</small>
        </span>
        <ChevronRight aria-hidden />
      </Link>
    </li>
  )
}
