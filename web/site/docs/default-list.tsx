import { Card } from '#web/ui/card.tsx'
import { settingAnchor } from './anchors.ts'
import type { TopicSection } from './topics.ts'
import './default-list.css'

/** The settings of some features in a new server. */
export const DefaultList = ({ settings: all }: Pick<TopicSection, 'settings'>) =>
  all.map(({ title, settings }) => (
    <Card as="section" key={title} className="defaults" aria-label={title}>
      {all.length > 1 && <h4>{title}</h4>}
      <dl>
        {settings.map(({ label, help, value }) => (
          <div key={label} id={settingAnchor(title, label)}>
            <dt>
              {label}
              {help && <small>{help}</small>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  ))
