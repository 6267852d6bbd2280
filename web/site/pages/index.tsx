import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '#web/app/page.tsx'
import { isServed, takeRememberedPath } from '#web/app/redirect.ts'
import { useAuth } from '#web/app/session.tsx'
import { Areas } from '../landing/areas.tsx'
import { DrillFilm } from '../landing/drill-film.tsx'
import { Hero } from '../landing/hero.tsx'
import { LiveCorner } from '../landing/live-corner.tsx'
import { GetStarted } from '../landing/get-started.tsx'
import { Benchmarks } from '../landing/benchmarks.tsx'

export const Route = createFileRoute('/')({ component: Landing })

function Landing() {
  useFollowRememberedPath()
  return (
    <Page>
      <Hero />
      <Benchmarks />
      <LiveCorner />
      <DrillFilm />
      <Areas />
      <GetStarted />
    </Page>
  )
}

/** Once signed in, goes to the page that was requested before signing in, if any. */
function useFollowRememberedPath(): void {
  const { user } = useAuth()
  const router = useRouter()
  const signedIn = user !== undefined
  useEffect(() => {
    const path = signedIn ? takeRememberedPath() : undefined
    if (path === undefined) return
    if (isServed(path)) location.replace(path)
    else router.history.replace(path)
  }, [signedIn, router])
}
