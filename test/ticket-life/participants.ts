/** The people in the model's tickets, by login. All but the owner have their rights from these roles only. */
export const owner = 'owner'
/** A member of the support team. */
export const ann = 'member2'
/** A member of both teams. */
export const ben = 'member5'
/** A member of the team that only answers Billing. */
export const cat = 'member6'
/** May read tickets of Help. */
export const reader = 'member7'
export const opener = 'member1'
export const guest = 'member3'
export const stranger = 'member4'

export const logins = [owner, ann, ben, cat, reader, opener, guest, stranger] as const
export type Login = (typeof logins)[number]

export const roles = ['support', 'billing', 'watch'] as const
export type Role = (typeof roles)[number]
export const rolesAtFirst: Readonly<Partial<Record<Login, readonly Role[]>>> = {
  [ann]: ['support'],
  [ben]: ['support', 'billing'],
  [cat]: ['billing'],
  [reader]: ['watch'],
}

export const panels = ['help', 'billing'] as const
export type PanelId = (typeof panels)[number]
export const titles: Readonly<Record<PanelId, string>> = { help: 'Help', billing: 'Billing' }
/** The role that answers the tickets of a panel, and the one that may only read them. */
export const seats: Readonly<Record<PanelId, { answer: Role; read: Role | null }>> = {
  help: { answer: 'support', read: 'watch' },
  billing: { answer: 'billing', read: null },
}

export const visibilities = ['everyone', 'read_only', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]

/** A panel's settings for its tickets. */
export interface Rules {
  visibility: Visibility
  autoClaim: boolean
  /** In hours; 0 for no limit. */
  longest: number
  /** Whether closed tickets are deleted automatically. */
  deletes: boolean
}

/** The settings of a server and its panels, and how the ticket is opened. */
export interface Wish {
  kind: 'channel' | 'thread'
  openedBy: 'press' | 'command' | 'browser'
  rules: Readonly<Record<PanelId, Rules>>
  twoSteps: boolean
  /** In days; null if inactive tickets stay open. */
  inactive: number | null
  closesOnLeave: boolean
  /** Whether the opener is asked for feedback, and whether in private or in the ticket's channel. */
  asks: 'nobody' | 'privately' | 'there'
}

/** Minutes between closing and deleting. */
export const deletedAfter = 180

/** The category of a channel; null for one that it was moved to by hand. */
export type Place = 'open' | 'billing' | 'closed' | null
