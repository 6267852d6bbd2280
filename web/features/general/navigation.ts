import { History, LayoutDashboard, SquareTerminal } from 'lucide-react'
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
    description: 'Every settings change: who made it, and how to undo it.',
    group: 'ADMINISTRATION',
    place: 3,
    forVisitors: true,
  },
  {
    path: 'commands',
    name: 'Commands',
    icon: SquareTerminal,
    description: 'Which roles may use which command, and in which channels.',
    group: 'ADMINISTRATION',
    place: 2,
    feature: 'general',
  },
] satisfies readonly NavEntry[]
