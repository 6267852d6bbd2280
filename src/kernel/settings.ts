import type { Contract, Settings } from '#contract'

/** Who changed a setting: a member, or the product itself (a dead id cleared, an import). */
export interface Author {
  userId: string | null
  /** 'dashboard', 'command' or the reason the product did it. */
  via: string
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

/** One document per (guild, feature). Reads are cached; every write is one transaction with a history row. */
export interface SettingsStore {
  read<C extends Contract>(guildId: string, contract: C): Settings<C>
  /**
   * Merges `patch` into the stored document and validates the whole strictly.
   * @throws UserError 'settings.invalid' with one sentence per field; nothing is stored then
   */
  write<C extends Contract>(guildId: string, contract: C, patch: Partial<Settings<C>>, author: Author): Settings<C>
  history(guildId: string, options?: { feature?: string; limit?: number; before?: number }): Revision[]
  /** Calls back after each stored change; returns the unsubscriber. */
  onChange(listener: (change: { guildId: string; feature: string; author: Author }) => void): () => void
}
