import type { Guild } from 'discord.js'
import type { Contract, Settings } from '#contract'
import type { Logger } from './log.ts'
import type { Database } from './storage/database.ts'

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
  /** Frozen: a change goes through `write`. */
  read<C extends Contract>(guildId: string, contract: C): Settings<C>
  /**
   * Merges `patch` into the stored document and validates the whole strictly.
   * A channel may be given by id, name or `#name`; what is stored is the id.
   * @throws UserError 'settings.invalid' with one sentence per field; nothing is stored then
   */
  write<C extends Contract>(guildId: string, contract: C, patch: Partial<Settings<C>>, author: Author): Settings<C>
  history(guildId: string, options?: { feature?: string; limit?: number; before?: number }): Revision[]
  /** Calls back after each stored change; returns the unsubscriber. */
  onChange(listener: (change: { guildId: string; feature: string; author: Author }) => void): () => void
  /** Every stored document of a guild by feature, as stored. */
  documents(guildId: string): Record<string, unknown>
  /** Erases a guild's documents and history. */
  forgetGuild(guildId: string): void
  /** Takes somebody's name off what they changed, in one guild or everywhere; the changes stay. */
  forgetUser(userId: string, guildId: string | undefined): void
}

/** @param options.guild the live guild that channel and role values are checked against */
export function createSettings(_options: {
  db: Database
  log: Logger
  now(): number
  guild(guildId: string): Guild | undefined
}): SettingsStore {
  throw new Error('not built')
}
