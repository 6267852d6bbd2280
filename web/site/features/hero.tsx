import { MousePointerClick } from 'lucide-react'
import { clsx } from 'clsx'
import { type MouseEvent, useState } from 'react'
import features from 'virtual:features'
import switches from 'virtual:switches'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { AddToServer } from './add-to-server.tsx'
import { type Group, groups, isReady } from './groups.ts'
import { LearnMore } from './learn-more.tsx'
import { moveFocus } from './roving.ts'
import { Ticks } from './ticks.tsx'
import './hero.css'

const ready = groups.filter(group => isReady(group, features)).length

function stateOf(group: Group): string {
  const own = switches.filter(({ name }) => group.features.includes(name))
  if (!isReady(group, features)) return 'Cannot be used yet'
  return own.some(({ on }) => on) ? 'On from the start' : 'Off until you switch it on'
}

/** A fence with a post for each group of features, and what the chosen group does. */
export function FeaturesHero({ onOpen }: { onOpen(id: string): void }) {
  const [at, setAt] = useState(2)
  const chosen = groups[at] ?? groups[0]
  const press = (event: MouseEvent, place: number, id: string) => {
    event.preventDefault()
    if (place === at) onOpen(id)
    else setAt(place)
  }
  return (
    <section className="features-hero">
      <div className="features-hero-in">
        <div>
          <h1>
            One fence,
            <br />
            twelve posts.
          </h1>
          <p className="hero-lede">
            Each post guards one thing in your server. Put up the ones you need. Leave the rest down: what is off costs
            nothing and touches nobody.
          </p>
          <div className="hero-actions">
            <AddToServer />
          </div>
        </div>
        {chosen && <Chosen group={chosen} />}
      </div>
      <nav className="posts" aria-label={`Twelve feature groups, ${ready} of them ready`}>
        <div className="posts-in">
          {groups.map((group, place) => {
            const { id, title, icon: Icon } = group
            const isBuilt = isReady(group, features)
            return (
              <a
                key={id}
                href={`#${id}`}
                className={clsx('post', !isBuilt && 'post-later')}
                aria-label={isBuilt ? title : `${title}, in the works`}
                aria-current={place === at}
                tabIndex={place === at ? 0 : -1}
                onClick={event => press(event, place, id)}
                onKeyDown={event => setAt(moveFocus(event, at) ?? at)}
              >
                <Icon aria-hidden />
              </a>
            )
          })}
          <i className="posts-rail" aria-hidden="true" />
        </div>
      </nav>
      <div className="post-name">
        <p aria-live="polite">
          <b>{chosen?.title}</b> <span>{chosen?.text}</span>
        </p>
        <span className="post-hint">
          <MousePointerClick className="icon-sm" aria-hidden />
          Choose a post
        </span>
      </div>
    </section>
  )
}

function Chosen({ group }: { group: Group }) {
  const { title, icon: Icon, figure, points } = group
  return (
    <Card as="aside" className="post-card" aria-label="The chosen post">
      <div className="post-card-head">
        <Icon aria-hidden />
        <b>{title}</b>
        <Badge>{isReady(group, features) ? figure : 'In the works'}</Badge>
      </div>
      <div className="post-card-body">
        <Ticks points={points.slice(0, 3)} />
      </div>
      <div className="post-card-foot">
        <span>{stateOf(group)}</span>
        <LearnMore group={group} />
      </div>
    </Card>
  )
}
