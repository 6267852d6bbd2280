import { LayoutDashboard, Settings2 } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'dashboard',
    name: 'Dashboard',
    icon: LayoutDashboard,
    description: 'Figures, quick actions and the state of every feature in this server.',
    group: '',
    place: 1,
    forVisitors: true,
  },
  {
    path: 'basic',
    name: 'Server Settings',
    icon: Settings2,
    description: 'The command prefix and other basics of this server.',
    group: '',
    place: 3,
  },
] satisfies readonly NavEntry[]
