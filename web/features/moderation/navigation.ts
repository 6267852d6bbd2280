import { Gavel } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'moderation',
    name: 'Moderation',
    icon: Gavel,
    description: 'Warnings, what happens when they add up, the moderation log and all cases.',
    group: 'MODERATION',
    place: 2,
  },
] satisfies readonly NavEntry[]
