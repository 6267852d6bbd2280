import features from 'virtual:features'
import { icons } from '#web/app/navigation/icons.ts'
import { Card } from '#web/ui/card.tsx'
import { details } from './area-details.tsx'
import { listAreas } from './area-list.ts'
import './areas.css'

const areas = listAreas(features)

export function Areas() {
  return (
    <section className="band" aria-labelledby="areas-title">
      <div className="band-head">
        <h2 id="areas-title">Everything a server needs, kept in its place</h2>
        <p>{countText(areas.length)}, one way of working: change, see it as Discord will show it, save.</p>
      </div>
      <ul className="areas">
        {areas.map(area => {
          const Icon = icons[area.icon]
          return (
            <Card as="li" className="area" key={area.path}>
              <div className="area-icon" aria-hidden="true">
                <Icon />
              </div>
              <h3>{area.title}</h3>
              <p>{area.text}</p>
              <div className="area-detail" aria-hidden="true">
                {details[area.path]}
              </div>
            </Card>
          )
        })}
      </ul>
    </section>
  )
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

const countText = (count: number) => `${words[count] ?? count} ${count === 1 ? 'area' : 'areas'}`
