import { UserCheck } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'autorole',
    name: 'Auto Roles',
    icon: UserCheck,
    description: 'Roles that members and bots get when they join.',
    group: 'COMMUNITY',
    place: 2,
  },
] satisfies readonly NavEntry[]
