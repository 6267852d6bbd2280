import { createFileRoute } from '@tanstack/react-router'
import { Lock, Plus, Settings2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type general from '#features/general/contract.ts'
import { AppliedBanner } from '#web/app/many-changes/applied-banner.tsx'
import { LinkButton } from '#web/app/link-button.tsx'
import { useGuild } from '#web/app/manage/guild.ts'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { useAbout } from '#web/app/queries.ts'
import { useMaySee, useOwnAccess } from '#web/app/own-access.ts'
import { DashboardRecent, DashboardStrips } from '#web/app/slots.tsx'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Activity } from '../dashboard/activity.tsx'
import { FeatureLists, QuickActions } from '../dashboard/feature-lists.tsx'
import { Stats } from '../dashboard/stats.tsx'
import '../dashboard/dashboard.css'

export const Route = createFileRoute('/manage/$guildId/dashboard')({ component: First })

/** A chunk of its own: a server needs the setup once. */
const Setup = lazy(async () => ({ default: (await import('#web/app/setup/setup.tsx')).Setup }))

/** The setup while nothing has been set, and the dashboard from then on. */
function First() {
  const { guildId } = Route.useParams()
  if (useOwnAccess(guildId)?.setup !== true) return <Dashboard />
  return (
    <Suspense>
      <Setup guildId={guildId} />
    </Suspense>
  )
}

function Dashboard() {
  const { guildId } = Route.useParams()
  const guild = useGuild()
  const about = useAbout()
  const maySee = useMaySee(guildId)
  return (
    <>
      <PageHead
        title={guild.name}
        documentTitle={`Dashboard · ${guild.name}`}
        actions={
          <>
            {maySee('general' satisfies typeof general.name) ? (
              <LinkButton to="/manage/$guildId/basic" params={{ guildId }} icon={<Settings2 aria-hidden />}>
                Server Settings
              </LinkButton>
            ) : (
              <Button why="It is not shared with you." icon={<Lock aria-hidden />}>
                Server Settings<span className="visually-hidden">, not shared with you</span>
              </Button>
            )}
            <ButtonAnchor variant="primary" href={about?.inviteUrl ?? '/invite'} icon={<Plus aria-hidden />}>
              Invite Bot
            </ButtonAnchor>
          </>
        }
      >
        Figures, shortcuts and what is switched on in this server.
      </PageHead>
      <AppliedBanner guildId={guildId} />
      <Stats guildId={guildId} guildName={guild.name} />
      <DashboardStrips guildId={guildId} />
      <div className="dashboard-columns">
        <div className="dashboard-main">
          <QuickActions guildId={guildId} />
          <DashboardRecent guildId={guildId} />
          <FeatureLists guildId={guildId} />
        </div>
        <Activity guildId={guildId} />
      </div>
    </>
  )
}
