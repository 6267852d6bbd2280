import { createFileRoute, Outlet, Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { loadingServer, RequireUser } from '../guard.tsx'
import { isManaged } from '../guild-list.ts'
import { useDiskProblem } from '../queries.ts'
import { useAuth } from '../session.tsx'
import { InsideMain } from '../page.tsx'
import { GuildContext } from './guild.ts'
import { NoAccess } from './no-access.tsx'
import type { GuildCard } from '#kernel/contract.ts'
import { DisabledReasonProvider } from '#web/ui/disabled-reason.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useMedia, wide } from '#web/ui/use-media.ts'
import { SignedOut } from '../signed-out.tsx'
import { useUIState } from '../ui-state.tsx'
import { entries } from '../navigation/entries.ts'
import { addressOf, entryAt } from '../navigation/entry.ts'
import { useMayManage, useRests } from '../own-access.ts'
import { watchRemovals } from '#web/ui/removed-focus.ts'
import { DialogTop } from '#web/ui/dialog-top.ts'
import './layout.css'

type SidebarFile = typeof import('../sidebar/sidebar.tsx')
/** Set once the sidebar's file is loaded; it is then rendered together with the page. */
let sidebarFile: SidebarFile | undefined
/** A chunk of its own: on a phone the sidebar is behind a button, so it is needed only after the page. */
const loadSidebar = async () => (sidebarFile = await import('../sidebar/sidebar.tsx'))
/**
 * Long enough for the page itself to load, short enough for the sidebar to be there when somebody presses the button
 * (ms).
 */
const aheadMs = 2000

/** After a full page load the servers were requested just now (ms). */
const recentMs = 10_000

/** A server's pages: sidebar at the left, the page in the middle. */
export const Route = createFileRoute('/manage/$guildId')({
  component: () => {
    const { guildId } = Route.useParams()
    // Starts loading while the session is being checked. Failures are reported where the sidebar is needed.
    useSidebarFile(useMedia(wide), () => undefined)
    return (
      <RequireUser waiting={loadingServer}>
        {/* Remounted for each server, so that nothing typed for one server is saved in the next. */}
        <ManageLayout key={guildId} guildId={guildId} />
      </RequireUser>
    )
  },
})

function ManageLayout({ guildId }: { guildId: string }) {
  const { guilds, refresh } = useAuth()
  useEffect(() => void refresh(recentMs), [refresh])
  useEffect(watchRemovals, [])
  const guild = guilds.find(({ id }) => id === guildId)
  if (!guild || !isManaged(guild, location.origin)) return <NoAccess guild={guild} />
  return (
    <GuildContext value={guild}>
      <div className="manage">
        <ServerNavigation guild={guild} />
        <main id="main" tabIndex={-1} className="manage-main">
          <div className="manage-page">
            <DiskBanner />
            <RestingBanner guildId={guildId} />
            <InsideMain value={true}>
              <DialogTop value={signedOut}>
                <LookOnly guildId={guildId}>
                  <Outlet />
                </LookOnly>
              </DialogTop>
            </InsideMain>
          </div>
        </main>
      </div>
    </GuildContext>
  )
}

/** An open dialog counts as something unsaved. */
const signedOut = <SignedOut unsaved />

/** A warning before somebody fills in a form that cannot be saved. */
function DiskBanner() {
  const problem = useDiskProblem()
  return problem === undefined ? null : <Banner tone="danger" title={problem} />
}

/**
 * The sidebar's file. `lazy` would show it up to 300 ms after the page, because React delays suspended content when
 * something else was revealed just before.
 * @returns undefined until it is needed and loaded
 */
function useSidebarFile(isNeeded: boolean, onFailure: (error: unknown) => void): SidebarFile | undefined {
  const [file, setFile] = useState(sidebarFile)
  const failed = useEffectEvent(onFailure)
  useEffect(() => {
    if (isNeeded && !file) loadSidebar().then(setFile, failed)
  }, [isNeeded, file])
  return file
}

/** The sidebar beside the page or, on narrow screens, as a drawer that is loaded when first opened. */
function ServerNavigation({ guild }: { guild: GuildCard }) {
  const { menuOpen, setMenu } = useUIState()
  const toast = useToast()
  const isWide = useMedia(wide)
  const [opened, setOpened] = useState(menuOpen)
  if (menuOpen && !opened) setOpened(true)
  const [failure, setFailure] = useState<{ error: unknown }>()
  // Somebody who rotates a tablet may already have typed something.
  const [beganWide] = useState(isWide)
  const file = useSidebarFile(isWide || opened, error => {
    if (beganWide) return setFailure({ error })
    // Keeps the page and what is typed in it. Browsers retry a failed import only after a full page load.
    setOpened(false)
    setMenu(false)
    return toast({
      tone: 'danger',
      title: 'The menu could not be loaded.',
      detail: 'Save what you changed, then reload the page.',
    })
  })
  useEffect(() => {
    const ahead = setTimeout(() => void loadSidebar().catch(() => undefined), aheadMs)
    return () => clearTimeout(ahead)
  }, [])
  if (failure) throw failure.error
  if (isWide)
    return (
      <aside className="manage-side" aria-label="Server navigation">
        {file && <file.Sidebar guild={guild} />}
      </aside>
    )
  return opened && file && <file.SidebarDrawer guild={guild} open={menuOpen} onOpenChange={setMenu} />
}

/** The feature whose page is shown. */
function useShownFeature(guildId: string) {
  const pathname = useRouterState({ select: state => state.location.pathname })
  return entryAt(entries, pathname.slice(addressOf(guildId, '').length))?.feature
}

/** Gives the buttons of a read-only page the reason why they are disabled. */
function LookOnly({ guildId, children }: { guildId: string; children: ReactNode }) {
  const feature = useShownFeature(guildId)
  const mayManage = useMayManage(guildId)
  const rests = useRests(guildId)
  const why =
    rests(feature) === true
      ? 'This page needs premium, which this server does not have.'
      : feature !== undefined && !mayManage(feature)
        ? 'You can look at this page, not change it.'
        : undefined
  return <DisabledReasonProvider why={why}>{children}</DisabledReasonProvider>
}

/** A warning before somebody fills in what cannot be saved, on pages of premium features in servers without premium. */
function RestingBanner({ guildId }: { guildId: string }) {
  const rests = useRests(guildId)
  const feature = useShownFeature(guildId)
  if (rests(feature) !== true) return null
  return (
    <Banner tone="warning" title="Premium Feature">
      Upgrade to premium to unlock this feature. What is set here stays as it is, and can be removed.{' '}
      <Link to="/premium" className="link">
        See premium
      </Link>
    </Banner>
  )
}
