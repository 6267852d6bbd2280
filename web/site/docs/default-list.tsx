import defaults from 'virtual:defaults'
import { Card } from '#web/ui/card.tsx'
import './default-list.css'

/** What the settings of a topic are in a new server, by feature. */
export function DefaultList({ topic }: { topic: string }) {
  const own = defaults.filter(feature => feature.topic === topic)
  if (own.length === 0) return null
  return (
    <>
      <h2>Settings in a new server</h2>
      {own.map(({ title, settings }) => (
        <Card as="section" key={title} className="defaults" aria-label={title}>
          {own.length > 1 && <h3>{title}</h3>}
          <dl>
            {settings.map(({ label, help, value }) => (
              <div key={label}>
                <dt>
                  {label}
                  {help && <small>{help}</small>}
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </>
  )
}
