import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header/header.tsx'
import { PageFocus } from './page-focus.tsx'
import { shellOf } from './shell.ts'
import './root.css'
import './narrow.css'

export const Route = createRootRoute({ component: Root })

function Root() {
  const pathname = useRouterState({ select: state => state.location.pathname })
  const shell = shellOf(pathname)
  return (
    <div className="shell" data-kind={shell.kind}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header kind={shell.kind} />
      <Outlet />
      {shell.footer && <Footer />}
      <BackToTop />
      <PageFocus />
    </div>
  )
}
