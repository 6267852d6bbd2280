import { HeartHandshake } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'reputation',
    name: 'Reputation',
    icon: HeartHandshake,
    description: 'Members give each other a point now and then.',
    group: 'COMMUNITY',
    place: 5,
  },
] satisfies readonly NavEntry[]
