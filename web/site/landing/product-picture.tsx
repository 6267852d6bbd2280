import { CircleX, Hash } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import { Fence, picketsOf } from '#web/ui/fence.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { calm, lookup, removed, stopped } from './sample-messages.ts'
import './product-picture.css'

/** The product in use, rendered with its own components. It is an illustration: nothing in it is interactive. */
export function ProductPicture() {
  return (
    <figure>
      <figcaption className="visually-hidden">
        A spam message is removed; an administrator who deletes channels is banned, and the channels are restored
      </figcaption>
      <div className="picture" inert>
        <Card className="picture-chat">
          <div className="picture-bar">
            <Hash aria-hidden />
            <b>general</b>
            <Badge tone="danger" icon={<CircleX aria-hidden />}>
              Message stopped
            </Badge>
          </div>
          <LookupProvider value={lookup}>
            <div className="msgs discord">
              <Message message={calm} clock="short" />
              <div className="picture-stopped">
                <Message message={stopped} clock="short" />
              </div>
              <Message message={removed} clock="short" />
            </div>
          </LookupProvider>
        </Card>
        <IncidentTimeline />
        <Card className="picture-fence">
          <Fence pickets={picketsOf(9, 11)} />
          <div>
            <b>AntiNuke</b>
            <span>9 of 11 modules on</span>
          </div>
          <Switch label="AntiNuke" value onChange={() => undefined} />
        </Card>
      </div>
    </figure>
  )
}
