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
    docs: 'Getting Started',
    terms: ['statistics', 'overview', 'modules', 'members'],
  },
  {
    path: 'history',
    name: 'History',
    icon: History,
    description: 'Every settings change: who made it, and how to undo it.',
    group: 'ADMINISTRATION',
    place: 3,
    forVisitors: true,
    docs: 'Admin and Configuration',
    terms: ['audit log', 'changes', 'undo', 'restore', 'revisions'],
  },
  {
    path: 'commands',
    name: 'Commands',
    icon: SquareTerminal,
    description: 'Which roles may use which command, and in which channels.',
    group: 'ADMINISTRATION',
    place: 2,
    feature: 'general',
    docs: 'Admin and Configuration',
    terms: ['cooldown', 'disable a command', 'permissions', 'command roles', 'command channels'],
  },
] satisfies readonly NavEntry[]
