import { ChevronDown, ChevronsUp, ChevronUp } from 'lucide-react'
import type { Priority } from '#features/tickets/life/contract.ts'
import { Badge } from '#web/ui/badge.tsx'

const looks = {
  urgent: { tone: 'danger', icon: <ChevronsUp aria-hidden />, text: 'Urgent' },
  high: { tone: 'warning', icon: <ChevronUp aria-hidden />, text: 'High' },
  normal: { tone: undefined, icon: undefined, text: 'Normal' },
  low: { tone: undefined, icon: <ChevronDown aria-hidden />, text: 'Low' },
} as const satisfies Record<Priority, unknown>

/** 'High' */
export const priorityName = (priority: Priority): string => looks[priority].text

/** How urgent a ticket is; readable without its color. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  const { tone, icon, text } = looks[priority]
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}
