import { UserPlus } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'invites',
    name: 'Invite Tracking',
    icon: UserPlus,
    description: 'Who invited whom, how sure that is, and roles for those who bring people.',
    group: 'COMMUNITY',
    place: 1,
  },
] satisfies readonly NavEntry[]
