import { DoorOpen, Funnel, Shield, SmilePlus, Ticket, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Fence, picketsOf } from '#web/ui/fence.tsx'

interface Area {
  /** The feature's folder name. */
  feature: string
  icon: ReactNode
  title: string
  text: string
  /** One detail as the dashboard shows it. */
  detail: ReactNode
  caption?: string
}

/** Strikes as auto-moderation counts them: 3 of 10. */
const strikes = Array.from({ length: 10 }, (_, place) => place < 3)

const roleBadge = (name: string, colour: string) => (
  <Badge icon={<span className="area-dot" style={{ background: colour }} />}>{name}</Badge>
)

export const areas: readonly Area[] = [
  {
    feature: 'antinuke',
    icon: <Shield />,
    title: 'Anti-nuke',
    text: 'Eleven watches over bans, roles, channels and webhooks. The attacker is stopped, then what was destroyed is restored.',
    detail: <Fence pickets={picketsOf(9, 11)} size="sm" />,
    caption: '9 of 11 modules on',
  },
  {
    feature: 'automod',
    icon: <Funnel />,
    title: 'Auto-moderation',
    text: 'Spam, invites, links, mass mentions and ghost pings, with strikes that add up to an action you chose.',
    detail: (
      <span className="area-strikes">
        {strikes.map((on, place) => (
          <i key={place} data-on={on || undefined} />
        ))}
      </span>
    ),
    caption: '3 of 10 strikes',
  },
  {
    feature: 'tickets',
    icon: <Ticket />,
    title: 'Tickets',
    text: 'Panels with a live preview, support roles, limits per member and transcripts you can search later.',
    detail: <Badge tone="success">Deployed</Badge>,
    caption: '#open-a-ticket',
  },
  {
    feature: 'greetings',
    icon: <DoorOpen />,
    title: 'Welcome and farewell',
    text: 'Text, embed or both, previewed exactly as Discord will show it before anyone else sees it.',
    detail: <code className="code">{'{member.mention}'}</code>,
    caption: 'becomes @jun',
  },
  {
    feature: 'leveling',
    icon: <TrendingUp />,
    title: 'Levels',
    text: 'Experience for conversation, not for noise. Level-up messages go where you want them.',
    detail: (
      <span className="area-bar">
        <i />
      </span>
    ),
    caption: 'Level 12',
  },
  {
    feature: 'reaction-roles',
    icon: <SmilePlus />,
    title: 'Reaction roles',
    text: 'Members pick their own roles. You see in advance which ones the bot cannot give.',
    detail: (
      <>
        {roleBadge('Woodwork', 'var(--danger)')}
        {roleBadge('Gardening', 'var(--success)')}
      </>
    ),
  },
]
