/** Who takes part in the tickets of the model, by login. Nobody but the owner has rights that come from no role of theirs. */
export const owner = 'owner'
/** Of the support team. */
export const ann = 'member2'
/** Of both teams. */
export const ben = 'member5'
/** Of the team that answers Billing alone. */
export const cat = 'member6'
/** Reads tickets of Help. */
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
/** Which role answers the tickets of a panel, and which only reads them. */
export const seats: Readonly<Record<PanelId, { answer: Role; read: Role | null }>> = {
  help: { answer: 'support', read: 'watch' },
  billing: { answer: 'billing', read: null },
}

export const visibilities = ['everyone', 'read_only', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]

/** What a panel says about its tickets. */
export interface Rules {
  visibility: Visibility
  autoClaim: boolean
  /** Hours; 0 for as long as it takes. */
  longest: number
  /** Whether closed tickets are deleted by themselves. */
  deletes: boolean
}

/** What a server and its panels have set, and how a ticket begins. */
export interface Wish {
  kind: 'channel' | 'thread'
  openedBy: 'press' | 'command' | 'browser'
  rules: Readonly<Record<PanelId, Rules>>
  twoSteps: boolean
  /** Days; null where silent tickets stay open. */
  inactive: number | null
  closesOnLeave: boolean
  /** Whether the opener is asked how it went, and takes direct messages. */
  asks: 'nobody' | 'privately' | 'there'
}

/** Minutes between closing and deleting. */
export const deletedAfter = 180

/** Of a channel's categories; null for one that it was moved to by hand. */
export type Place = 'open' | 'billing' | 'closed' | null
