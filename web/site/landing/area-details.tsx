import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Fence, picketsOf } from '#web/ui/fence.tsx'

/** Strikes as auto-moderation counts them: 3 of 10. */
const strikes = Array.from({ length: 10 }, (_, place) => place < 3)

const roleBadge = (name: string, colour: string) => (
  <Badge icon={<span className="area-dot" style={{ background: colour }} />}>{name}</Badge>
)

/** One detail of a feature as the dashboard shows it, by the path of its page. */
export const details: Readonly<Record<string, ReactNode>> = {
  antinuke: (
    <>
      <Fence pickets={picketsOf(9, 11)} size="sm" />
      <span>9 of 11 modules on</span>
    </>
  ),
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
  tickets: (
    <>
      <Badge tone="success">Deployed</Badge>
      <span>#open-a-ticket</span>
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
      {roleBadge('Woodwork', 'var(--danger)')}
      {roleBadge('Gardening', 'var(--success)')}
    </>
  ),
}
