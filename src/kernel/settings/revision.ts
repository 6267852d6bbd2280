/** Who changed a setting: a member, or the product itself (a dead id cleared, an import). */
export interface Author {
  userId: string | null
  /** 'dashboard', 'api', 'command', 'restore' or the reason the product did it. */
  via: string
  /** The command as it was called, or the page: '.automod strikes', 'Server Settings'. */
  place?: string | null
  /** It is one of many that are made and taken back together: no entry before it goes on with it. */
  apart?: boolean
  /** The revision that it undoes. */
  restores?: number | null
}

export interface Revision {
  id: number
  guildId: string
  feature: string
  author: Author
  at: number
  /** Key to [before, after]. */
  changes: Record<string, [before: unknown, after: unknown]>
}
