import type { RightName } from './need.ts'

/** What a feature is, said once: navigation, dashboard, doctor, help, documentation and the site's front page read it. */
export interface Identity {
  /** What people call it. */
  title: string
  /** One sentence about what it does for a server. */
  summary?: string
  /** What people call it or look for in it besides its title and its settings' names: 'links', 'swearing'. */
  words?: readonly string[]
  /** Its picture's name in the icon set that pages draw with (lucide): 'gavel'. */
  icon?: IconName
  /** What `.help` and the documentation file its commands under; its title unless told. */
  docs?: string
  /** Where its page stands in the dashboard, if it has one. */
  page?: PageEntry
  /** How the site's front page presents it, if it does. */
  front?: FrontEntry
  /** Discord's permissions that the bot may need for it, with any settings, and what for: { ManageRoles: 'to give roles' }. */
  asks?: Readonly<Record<string, string>>
  /**
   * Whether only servers with premium may use it. In others it rests: its calls, forms, commands, controls, jobs and plans
   * refuse, it hears no events, and reading what is set stays possible.
   */
  premium?: boolean
  /**
   * The features whose `public.ts` or contract it imports: without them it cannot be, and goes when they are deleted.
   */
  uses?: readonly string[]
  /** Whether the dashboard and the site themselves are made with it; then it cannot be deleted. */
  core?: true
}

interface FrontEntry {
  /** Its place among those presented, counted from 1. */
  order: number
  /** What it is called there, where that is not the title. */
  title?: string
  /** A sentence or two for people who do not know the product. */
  text: string
}

interface PageEntry {
  /** Below `/manage/<guildId>/`. */
  path: string
  /** What its entry is called, where that is not the title. */
  name?: string
  /** What its card on the dashboard is called, where that is not the entry's name. */
  card?: string
  area: Area
  /** Its place within the area, counted from 1. */
  order: number
  /** A right that opens it to people, too, who may not view the feature: they are shown what they may see. */
  right?: RightName
}

/**
 * The sidebar's groups, in order; the first has no heading. Spelt as the specification spells them; the last four are
 * ours (decision 9).
 */
export const areas = [
  '',
  'BESIC FEATURES',
  'SERVER MANAGEMENT',
  'MODERATION',
  'COMMUNITY',
  'AUTOMATION',
  'ADMINISTRATION',
] as const
export type Area = (typeof areas)[number]

/** Every icon that stands for a feature; `web/app/navigation/icons.ts` draws each. */
export type IconName =
  | 'bot'
  | 'door-open'
  | 'funnel'
  | 'gavel'
  | 'hash'
  | 'heart-handshake'
  | 'key-round'
  | 'languages'
  | 'mail-plus'
  | 'panel-top'
  | 'settings-2'
  | 'shield'
  | 'smile'
  | 'smile-plus'
  | 'square-terminal'
  | 'stethoscope'
  | 'ticket'
  | 'trending-up'
  | 'user-check'
  | 'user-plus'
  | 'workflow'
