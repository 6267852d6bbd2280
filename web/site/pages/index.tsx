import { createFileRoute } from '@tanstack/react-router'
import { useFollowRememberedPath } from '#web/app/follow-path.ts'
import { Page } from '#web/app/page.tsx'
import { Areas } from '../landing/areas.tsx'
import { Hero } from '../landing/hero.tsx'
import { GetStarted } from '../landing/get-started.tsx'
import { Benchmarks } from '../landing/benchmarks.tsx'

export const Route = createFileRoute('/')({ component: Landing })

function Landing() {
  useFollowRememberedPath()
  return (
    <Page>
      <Hero />
      <Areas />
      <Benchmarks />
      <GetStarted />
    </Page>
  )
}
