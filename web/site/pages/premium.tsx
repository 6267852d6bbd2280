import { createFileRoute, Link } from '@tanstack/react-router'
import { Check, Package } from 'lucide-react'
import { useAbout } from '#web/app/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Perks } from '../premium/perks.tsx'
import { ServersCard } from '../premium/servers-card.tsx'
import { OperatorNote } from '../shared/operator-note.tsx'
import { PublicHead, PublicPage } from '../shared/public-page.tsx'
import '../premium/premium.css'

export const Route = createFileRoute('/premium')({ component: Premium })

const afterwards = [
  'Settings stay where they are and rest. With premium again, they go on.',
  'Your first threshold and the moderation log keep working. Nothing is deleted, no member notices.',
  'Protection was never part of it: anti-nuke, auto-moderation, tickets and the doctor are free.',
]

function Premium() {
  const about = useAbout()
  const name = about?.name ?? 'Palisade'
  return (
    <PublicPage title="Premium">
      <PublicHead title="Premium">
        Four things that cost an operator something to run, or that a server can well do without. Everything that
        protects people is free.
      </PublicHead>
      <OperatorNote />
      <div className="premium-columns">
        <Perks name={name} />
        <div className="premium-side" data-own-first={about?.premium === 'all' || undefined}>
          <ServersCard />
          <OwnCopy name={name} />
        </div>
      </div>
      <section className="premium-end" aria-labelledby="ends-title">
        <h2 id="ends-title">When a month ends</h2>
        <ul>
          {afterwards.map(text => (
            <li key={text}>
              <Check className="icon-sm" aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </section>
    </PublicPage>
  )
}

const OwnCopy = ({ name }: { name: string }) => (
  <Card as="section" className="own-copy" aria-labelledby="own-title">
    <h2 id="own-title">
      <Package aria-hidden />
      Running your own copy?
    </h2>
    <p>Then all of this is yours, for nothing and for good.</p>
    <p className="own-setting">
      PREMIUM = <b>all</b>
      <span>the default</span>
    </p>
    <p>
      Set <span className="code">granted</span> only if you run {name} for others and want to decide who gets it. No
      payment passes through {name}.
    </p>
    <div>
      <Link to="/docs/$page" params={{ page: 'premium' }} className="link">
        How granting works
      </Link>
    </div>
  </Card>
)
