import { History, LayoutDashboard } from 'lucide-react'
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
    path: 'history',
    name: 'History',
    icon: History,
    description: 'Every change of settings: who made it, and how to take it back.',
    group: '',
    place: 4,
    forVisitors: true,
  },
] satisfies readonly NavEntry[]
