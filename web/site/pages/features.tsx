import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import switches from 'virtual:switches'
import { Page } from '#web/app/page.tsx'
import { atFirst } from '../default-switches.ts'
import { AddToServer } from '../features/add-to-server.tsx'
import { FeatureCards } from '../features/cards.tsx'
import { FeaturesHero } from '../features/hero.tsx'
import { Showcase } from '../features/showcase.tsx'
import { Trusted } from '../features/trusted.tsx'
import '../landing/areas.css'

export const Route = createFileRoute('/features')({ component: Features })

function Features() {
  const [chosen, setChosen] = useState('auto-moderation')
  const open = (id: string) => {
    setChosen(id)
    document.getElementById('showcase')?.scrollIntoView()
    // After its tab has been selected.
    requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }))
  }
  return (
    <Page title="Features">
      <FeaturesHero onOpen={open} />
      <FeatureCards />
      <Showcase chosen={chosen} onChoose={setChosen} />
      <Trusted />
      <section className="band features-end" aria-labelledby="end-title">
        <div className="band-head">
          <h2 id="end-title">Put up the first post</h2>
          <p>{atFirst(switches)}.</p>
        </div>
        <div className="features-end-actions">
          <AddToServer />
        </div>
      </section>
    </Page>
  )
}
