import { Ban, Crown, Eye, ShieldCheck } from 'lucide-react'
import type { AccessLevel } from '#features/antinuke/rights/contract.ts'
import { Badge } from '#web/ui/badge.tsx'

const levels = {
  owner: { tone: 'accent', icon: <Crown aria-hidden />, label: 'Guild Owner: full access' },
  extra_owner: { tone: 'accent', icon: <ShieldCheck aria-hidden />, label: 'Extra Owner: settings and whitelist' },
  whitelist: { tone: 'neutral', icon: <Eye aria-hidden />, label: 'Whitelisted: view only' },
  none: { tone: 'danger', icon: <Ban aria-hidden />, label: 'No Access' },
} as const

/** The viewer's access level. */
export function AccessBadge({ level }: { level: AccessLevel }) {
  const { tone, icon, label } = levels[level]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
