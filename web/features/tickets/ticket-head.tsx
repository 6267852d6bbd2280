import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/app/link-button.tsx'
import { Crumbs } from '#web/app/manage/crumbs.tsx'

/** The breadcrumbs of a page below the hub. */
export const Trail = ({ guildId, here }: { guildId: string; here: string }) => (
  <Crumbs
    above={[{ label: 'Ticket Management', link: { to: '/manage/$guildId/tickets', params: { guildId } } }]}
    here={here}
  />
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
