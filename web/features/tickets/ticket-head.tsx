import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/app/link-button.tsx'
import './ticket-head.css'

/** The breadcrumbs of a page below the hub. */
export const Trail = ({ guildId, here }: { guildId: string; here: string }) => (
  <nav className="ticket-trail" aria-label="Breadcrumb">
    <Link to="/manage/$guildId/tickets" params={{ guildId }} activeOptions={{ exact: true }}>
      Ticket Management
    </Link>
    <ChevronRight aria-hidden />
    <span aria-current="page">{here}</span>
  </nav>
)

/** Back to the hub, then what else the page offers. */
export const TicketActions = ({ guildId, children }: { guildId: string; children?: ReactNode }) => (
  <>
    <LinkButton variant="ghost" icon={<ArrowLeft aria-hidden />} to="/manage/$guildId/tickets" params={{ guildId }}>
      Back
    </LinkButton>
    {children}
  </>
)
