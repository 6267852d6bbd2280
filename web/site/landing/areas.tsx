import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { isBuilt } from '../built-features.ts'
import { areas } from './area-list.tsx'
import './areas.css'

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
