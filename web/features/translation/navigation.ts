import { Languages } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'translation',
    name: 'Flag Translation',
    icon: Languages,
    description: 'A flag as a reaction translates a message.',
    group: 'COMMUNITY',
    place: 4,
  },
] satisfies readonly NavEntry[]
