import { Hash } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'counters',
    name: 'Counters',
    icon: Hash,
    description: 'Voice channels whose names say how many members there are.',
    group: 'COMMUNITY',
    place: 3,
  },
] satisfies readonly NavEntry[]
