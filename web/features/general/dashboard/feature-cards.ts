import type { Area } from '#contract'
import { entries } from '#web/app/navigation/entries.ts'
import type { NavEntry } from '#web/app/navigation/entry.ts'

interface Group {
  title: string
  wanted(entry: NavEntry): boolean
  /** Paths in the specification's order, which differs from the sidebar's; all others follow in the sidebar's order. */
  order?: readonly string[]
}

const inArea = (area: Area) => (entry: NavEntry) => entry.group === area && entry.premium !== true

/** The specification's three groups and, before the last, the groups that we added to its sidebar (decision 9). */
const groups: readonly Group[] = [
  { title: 'Basic Features', wanted: inArea('BESIC FEATURES'), order: ['welcome', 'reactionroles', 'progression'] },
  { title: 'Server Management', wanted: inArea('SERVER MANAGEMENT'), order: ['antinuke', 'tickets', 'joindms'] },
  { title: 'Moderation', wanted: inArea('MODERATION') },
  { title: 'Community', wanted: inArea('COMMUNITY') },
  { title: 'Automation', wanted: inArea('AUTOMATION') },
  { title: 'Premium Features', wanted: ({ premium, group }) => premium === true && group !== '' },
]

/** The features in the order of the dashboard. */
export const cardGroups: readonly { title: string; cards: readonly NavEntry[] }[] = groups.map(
  ({ title, wanted, order = [] }) => {
    const rank = ({ path, place }: NavEntry) => (order.includes(path) ? order.indexOf(path) : order.length + place)
    return { title, cards: entries.filter(wanted).toSorted((a, b) => rank(a) - rank(b)) }
  },
)

export const quickActions: readonly { title: string; path: string }[] = [
  { title: 'Welcome Message', path: 'welcome' },
  { title: 'Ticket Management', path: 'tickets' },
  { title: 'Antinuke Protection', path: 'antinuke' },
  { title: 'Level Progression', path: 'progression' },
]

interface Module {
  name: string
  enabled: boolean
  switchable: boolean
}

/** A feature's state on its card; undefined if it has no switch. */
export function stateOf(
  feature: string | undefined,
  modules: readonly Module[],
  rests = false,
): 'on' | 'off' | 'resting' | undefined {
  const found = modules.find(({ name }) => name === feature)
  if (!found) return undefined
  if (!found.enabled) return 'off'
  return rests ? 'resting' : 'on'
}

/** Users of the bot: the members of all its guilds, counted once per guild. */
export const countUsers = (guilds: readonly { memberCount: number }[]): number =>
  guilds.reduce((sum, guild) => sum + guild.memberCount, 0)
