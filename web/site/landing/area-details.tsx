import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'

/** Strikes as auto-moderation counts them: 3 of 10. */
const strikes = Array.from({ length: 10 }, (_, place) => place < 3)

/** A detail of each feature as the dashboard shows it, by the path of its page. */
export const details: Readonly<Record<string, ReactNode>> = {
  automod: (
    <>
      <span className="area-strikes">
        {strikes.map((on, place) => (
          <i key={place} data-on={on || undefined} />
        ))}
      </span>
      <span>3 of 10 strikes</span>
    </>
  ),
  welcome: (
    <>
      <code className="code">{'{member.mention}'}</code>
      <span>becomes @jun</span>
    </>
  ),
  progression: (
    <>
      <span className="area-bar">
        <i />
      </span>
      <span>Level 12</span>
    </>
  ),
  reactionroles: (
    <>
      <Badge tone="accent">Potter</Badge>
      <Badge>Gardener</Badge>
      <span>given to 64</span>
    </>
  ),
  antinuke: (
    <>
      <Badge tone="success">3 banned</Badge>
      <Badge>12 restored</Badge>
      <span>#announcements</span>
    </>
  ),
  tickets: (
    <>
      <Badge tone="accent">Open</Badge>
      <span>ticket-0042</span>
    </>
  ),
}
