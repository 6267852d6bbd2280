import { createRootRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { DialogGuard, type Guarded } from '#web/ui/dialog-guard.ts'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header/header.tsx'
import { DialogLeaveGuard } from './dialog-leave-guard.tsx'
import { inRouteCase } from './letter-case.ts'
import { PageFocus } from './page-focus.tsx'
import { shellOf } from './shell.ts'
import './root.css'
import './narrow.css'

export const Route = createRootRoute({
  component: Root,
  beforeLoad: ({ matches, location }) => {
    const href = inRouteCase(matches.at(-1)?.pathname, location)
    if (href !== undefined) throw redirect({ href, replace: true })
  },
})

const renderLeaveGuard = (guarded: Guarded) => <DialogLeaveGuard {...guarded} />

function Root() {
  const pathname = useRouterState({ select: state => state.location.pathname })
  const shell = shellOf(pathname)
  return (
    <div className="shell" data-kind={shell.kind}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header kind={shell.kind} />
      <DialogGuard value={renderLeaveGuard}>
        <Outlet />
      </DialogGuard>
      {shell.footer && <Footer />}
      <BackToTop />
      <PageFocus />
    </div>
  )
}
