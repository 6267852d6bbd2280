import { CircleCheck, Gavel, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconTile } from '#web/ui/icon-tile.tsx'

const events: readonly { time: string; tone: 'danger' | 'act' | 'done'; icon: ReactNode; text: ReactNode }[] = [
  {
    time: '14:32:07',
    tone: 'danger',
    icon: <Trash2 />,
    text: (
      <>
        Removed a message of <b>@kestrel</b>
      </>
    ),
  },
  {
    time: '14:32:07',
    tone: 'danger',
    icon: <TriangleAlert />,
    text: (
      <>
        <b>Strike 10 of 10</b>: mass mention
      </>
    ),
  },
  {
    time: '14:32:08',
    tone: 'act',
    icon: <Gavel />,
    text: (
      <>
        Timed out <b>@kestrel</b> for 24 hours
      </>
    ),
  },
  {
    time: '14:32:08',
    tone: 'done',
    icon: <CircleCheck />,
    text: (
      <>
        Posted in <b>#mod-log</b>
      </>
    ),
  },
]

/** How a case came about, second by second. */
export function CaseTimeline() {
  return (
    <Card className="picture-case">
      <div className="picture-bar">
        <b>Case 214</b>
        <Badge tone="warning">Timeout</Badge>
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
