/** Who changed a setting: a member, or the product itself (such as by removing a deleted channel, or by an import). */
export interface Author {
  userId: string | null
  /** 'dashboard', 'api', 'command', 'restore', or the product's reason. */
  via: string
  /** The command as it was called, or the page: '.automod strikes', 'Server Settings'. */
  place?: string | null
  /** The change is one of many that are made and undone together, so it is never merged into an earlier entry. */
  apart?: boolean
  /** The id of the revision that this change undoes. */
  restores?: number | null
}

export interface Revision {
  id: number
  guildId: string
  feature: string
  author: Author
  at: number
  /** [before, after] by key. */
  changes: Record<string, [before: unknown, after: unknown]>
}
