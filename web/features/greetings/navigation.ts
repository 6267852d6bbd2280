import { DoorOpen } from 'lucide-react'
import type { NavEntry } from '#web/app/navigation/entry.ts'

export default [
  {
    path: 'welcome',
    name: 'Welcome Configuration',
    icon: DoorOpen,
    description: 'Messages that greet members when they join and when they leave.',
    group: 'BESIC FEATURES',
    place: 3,
  },
] satisfies readonly NavEntry[]
