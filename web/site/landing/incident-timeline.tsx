import { Gavel, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconTile } from '#web/ui/icon-tile.tsx'

const events: readonly { time: string; tone: 'danger' | 'act' | 'done'; icon: ReactNode; text: ReactNode }[] = [
  {
    time: '04:12:07',
    tone: 'danger',
    icon: <Trash2 />,
    text: (
      <>
        <b>@kestrel</b> deleted <b>#announcements</b>
      </>
    ),
  },
  {
    time: '04:12:07',
    tone: 'danger',
    icon: <Trash2 />,
    text: (
      <>
        <b>@kestrel</b> deleted <b>#general</b>
      </>
    ),
  },
  {
    time: '04:12:07',
    tone: 'act',
    icon: <Gavel />,
    text: (
      <>
        Banned <b>@kestrel</b>
      </>
    ),
  },
  { time: '04:12:08', tone: 'done', icon: <RotateCcw />, text: 'Restoring 2 channels, 14 overwrites' },
  { time: '04:12:09', tone: 'done', icon: <ShieldCheck />, text: 'Restored and verified' },
]

/** How an attack was stopped and undone, second by second. */
export function IncidentTimeline() {
  return (
    <Card className="picture-incident">
      <div className="picture-bar">
        <b>Incident 214</b>
        <Badge tone="success" icon={<ShieldCheck aria-hidden />}>
          Contained
        </Badge>
      </div>
      <ol className="timeline">
        {events.map((event, place) => (
          <li key={place}>
            <time>{event.time}</time>
            <IconTile tone={event.tone}>{event.icon}</IconTile>
            <p>{event.text}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
