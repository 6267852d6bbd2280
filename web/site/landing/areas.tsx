import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { areas } from './area-list.tsx'
import './areas.css'

/** The features this build has: every one has a contract. Only the names are read; nothing is loaded. */
const contracts = Object.keys(import.meta.glob('../../../src/features/*/contract.ts'))

const built = new Set(contracts.map(path => path.split('/').at(-2)))

/** Whether the feature of that folder name is part of this build, so that no page promises more than there is. */
const isBuilt = (feature: string): boolean => built.has(feature)

export function Areas() {
  return (
    <section className="band" aria-labelledby="areas-title">
      <div className="band-head">
        <h2 id="areas-title">Everything a server needs, kept in its place</h2>
        <p>Six areas, one way of working: change, see it as Discord will show it, save.</p>
      </div>
      <ul className="areas">
        {areas.map(area => (
          <Card as="li" className="area" key={area.feature}>
            <div className="area-icon" aria-hidden="true">
              {area.icon}
            </div>
            <h3>{area.title}</h3>
            <p>{area.text}</p>
            <div className="area-detail" aria-hidden="true">
              {area.detail}
              {area.caption && <span>{area.caption}</span>}
            </div>
            {!isBuilt(area.feature) && (
              <Badge className="area-soon" outline>
                In the works
              </Badge>
            )}
          </Card>
        ))}
      </ul>
    </section>
  )
}
