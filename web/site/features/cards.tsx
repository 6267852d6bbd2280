import features from 'virtual:features'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { carded, groups, isReady } from './groups.ts'
import { LearnMore } from './learn-more.tsx'
import { hasPicture, Picture } from './picture.tsx'
import { Ticks } from './ticks.tsx'
import './cards.css'

/** The six features that members notice first. */
export function FeatureCards() {
  const shown = carded.flatMap(id => groups.find(group => group.id === id) ?? [])
  return (
    <section className="band" aria-labelledby="cards-title">
      <div className="band-head">
        <h2 id="cards-title">What members notice first</h2>
        <p>The pictures show the product itself, not drawings of it.</p>
      </div>
      <ul className="feature-cards">
        {shown.map(group => {
          const { id, title, text, icon: Icon, points, alt } = group
          return (
            <Card as="li" className="feature-card" key={id}>
              <div className="feature-picture">
                {hasPicture(id) ? <Picture id={id} alt={alt} /> : <Icon className="feature-sign" aria-hidden />}
              </div>
              <div className="feature-body">
                <h3>
                  {title}
                  {!isReady(group, features) && <Badge outline>In the works</Badge>}
                </h3>
                <p>{text}</p>
                <Ticks points={points.slice(0, 3)} />
                <LearnMore group={group} />
              </div>
            </Card>
          )
        })}
      </ul>
    </section>
  )
}
