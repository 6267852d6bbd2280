import { Funnel } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'automod',
    name: 'Auto-moderation',
    icon: Funnel,
    description: 'Removes spam, invites, links and mass mentions, with strikes that add up.',
    group: 'MODERATION',
    place: 1,
  },
] satisfies readonly NavEntry[]
