import { Bot, MailPlus, PanelTop, Shield, SmilePlus, Ticket } from 'lucide-react'
import type { NavEntry } from './entry.ts'

/** What the specification has in the sidebar and has no page yet; its feature's own entry for the path replaces it. */
export const planned: readonly NavEntry[] = [
  {
    path: 'personalizer',
    name: 'Bot Personalizer',
    icon: Bot,
    description: 'The nickname and look of the bot in this server.',
    group: '',
    place: 2,
  },
  {
    path: 'reactionroles',
    name: 'Reaction Roles',
    icon: SmilePlus,
    description: 'Members choose their own roles by reacting to a message.',
    group: 'BESIC FEATURES',
    place: 2,
  },
  {
    path: 'joindms',
    name: 'Join Dms',
    icon: MailPlus,
    description: 'A private message for every new member.',
    group: 'SERVER MANAGEMENT',
    place: 1,
  },
  {
    path: 'tickets',
    name: 'Ticket Management',
    icon: Ticket,
    description: 'Panels, categories, limits and transcripts for support tickets.',
    group: 'SERVER MANAGEMENT',
    place: 2,
  },
  {
    path: 'antinuke',
    name: 'Antinuke Configuration',
    card: 'Antinuke Protection',
    icon: Shield,
    description: 'Stops destructive actions and restores what was lost.',
    group: 'SERVER MANAGEMENT',
    place: 3,
  },
  {
    path: 'embeds',
    name: 'Embeds Configuration',
    card: 'Custom Embeds',
    icon: PanelTop,
    description: 'Design an embed and post it anywhere.',
    group: 'SERVER MANAGEMENT',
    place: 4,
    premium: true,
  },
]

const ticketPages = ['general', 'category', 'panel', 'limits', 'transcript'].map(page => `tickets/${page}`)

/** Every page that the specification has below `/manage/<guildId>/`. */
export const plannedPaths: ReadonlySet<string> = new Set([...planned.map(({ path }) => path), ...ticketPages])
