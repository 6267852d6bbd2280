import { KeyRound } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'access',
    name: 'Access',
    icon: KeyRound,
    description: 'Who may see or change which features here without managing the whole server.',
    group: 'ADMINISTRATION',
    place: 1,
  },
] satisfies readonly NavEntry[]
