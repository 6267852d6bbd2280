import { TrendingUp } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'progression',
    name: 'Levels',
    icon: TrendingUp,
    description: 'Experience for messages, a rank and a leaderboard.',
    group: 'BESIC FEATURES',
    place: 1,
  },
] satisfies readonly NavEntry[]
