import type { RightName } from './need.ts'

/**
 * A feature's identity, declared once; navigation, dashboard, doctor, help, documentation and the front page read it.
 */
export interface Identity {
  /** The name shown to people. */
  title: string
  /** One sentence about what it does for a server. */
  summary?: string
  /** Words that people may search for besides its title and the names of its settings: 'links', 'swearing'. */
  words?: readonly string[]
  /** Its icon's name in the icon set that pages use (lucide): 'gavel'. */
  icon?: IconName
  /** The group that `.help` and the documentation list its commands under; defaults to its title. */
  docs?: string
  /** The place of its page in the dashboard, if it has one. */
  page?: PageEntry
  /** How the site's front page presents it, if it does. */
  front?: FrontEntry
  /**
   * The Discord permissions that the bot may need for it, with any settings, and why: { ManageRoles: 'to give roles' }.
   */
  asks?: Readonly<Record<string, string>>
  /**
   * Whether only servers with premium may use it. In other servers it rests: its calls, forms, commands, controls, jobs
   * and plans refuse, and it receives no events, but its settings can still be read.
   */
  premium?: boolean
  /**
   * The features whose `public.ts` or contract it imports: it cannot exist without them, and is deleted along with
   * them.
   */
  uses?: readonly string[]
  /** Whether the dashboard and the site themselves depend on it; it then cannot be deleted. */
  core?: true
}

interface FrontEntry {
  /** Its position among the features on the front page, counted from 1. */
  order: number
  /** Its name there, if not the title. */
  title?: string
  /** A sentence or two for people who do not know the product. */
  text: string
}

interface PageEntry {
  /** Below `/manage/<guildId>/`. */
  path: string
  /** The name of its entry, if not the title. */
  name?: string
  /** The name of its card on the dashboard, if not the entry's name. */
  card?: string
  area: Area
  /** Its place within the area, counted from 1. */
  order: number
  /** A right that also opens the page to people who may not view the feature: they are shown what they may see. */
  right?: RightName
}

/**
 * The groups of the sidebar, in order; the first has no heading. Spelled as in the specification; the last four are
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

/** All icons of features; `web/app/navigation/icons.ts` draws each. */
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
