import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadingServer, RequireUser } from '../guard.tsx'
import { isManaged } from '../guild-list.ts'
import { useDiskProblem } from '../queries.ts'
import { useAuth } from '../session.tsx'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { InsideMain } from '../page.tsx'
import { GuildContext } from './guild.ts'
import { NoAccess } from './no-access.tsx'
import type { GuildCard } from '#kernel/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { useUIState } from '../ui-state.tsx'
import './layout.css'

/** A server's pages: sidebar at the left, the page in the middle. */
export const Route = createFileRoute('/manage/$guildId')({
  component: () => {
    const { guildId } = Route.useParams()
    return (
      <RequireUser waiting={loadingServer}>
        {/* Remounted for each server: nothing that was typed for one may be saved in the next. */}
        <ManageLayout key={guildId} guildId={guildId} />
      </RequireUser>
    )
  },
})

function ManageLayout({ guildId }: { guildId: string }) {
  const { guilds, refresh } = useAuth()
  useEffect(() => void refresh(), [refresh])
  const guild = guilds.find(({ id }) => id === guildId)
  if (!guild || !isManaged(guild, location.origin)) return <NoAccess guild={guild} />
  return (
    <GuildContext value={guild}>
      <div className="manage">
        <aside className="manage-side" aria-label="Server navigation">
          <Sidebar guild={guild} />
        </aside>
        <SidebarDrawer guild={guild} />
        <main id="main" tabIndex={-1} className="manage-main">
          <div className="manage-page">
            <DiskBanner />
            <InsideMain value={true}>
              <Outlet />
            </InsideMain>
          </div>
        </main>
      </div>
    </GuildContext>
  )
}

/** Said before somebody fills in a form that cannot be saved. */
function DiskBanner() {
  const problem = useDiskProblem()
  return problem === undefined ? null : <Banner tone="danger" title={problem} />
}

/** The sidebar over the page, where there is no room beside it. */
function SidebarDrawer({ guild }: { guild: GuildCard }) {
  const { menuOpen, setMenu } = useUIState()
  return (
    <Drawer open={menuOpen} onOpenChange={setMenu} title="Server navigation">
      <Sidebar guild={guild} />
    </Drawer>
  )
}
