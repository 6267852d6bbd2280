import { CircleCheck, Gavel, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

const events: readonly { time: string; tone: 'danger' | 'act' | 'repaired'; icon: ReactNode; text: ReactNode }[] = [
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
        Palisade banned <b>@kestrel</b>
      </>
    ),
  },
  { time: '04:12:08', tone: 'repaired', icon: <RotateCcw />, text: 'Restoring 2 channels, 14 overwrites' },
  { time: '04:12:09', tone: 'repaired', icon: <CircleCheck />, text: 'Restored and verified' },
]

/** What happened, second by second: damage, response, repair. */
export function Incident() {
  return (
    <Card className="picture-incident">
      <div className="picture-bar">
        <b>Incident 214</b>
        <Badge tone="success" icon={<ShieldCheck aria-hidden />}>
          Contained
        </Badge>
      </div>
      <ol className="incident">
        {events.map((event, place) => (
          <li key={place} data-tone={event.tone}>
            <time>{event.time}</time>
            <span className="incident-icon">{event.icon}</span>
            <p>{event.text}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
