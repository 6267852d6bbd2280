/** Removes a feature's references to a channel or role that was deleted. */
export interface DeletionHandlers<Ctx> {
  channel?(ctx: Ctx, id: string): void
  role?(ctx: Ctx, id: string): void
}

/** Declared by a feature that restores what was deleted. */
export interface Restores<S, Own> {
  /**
   * For how long after a deletion it may restore (ms), while the feature is switched on; 0 when it restores nothing.
   */
  withinMs(own: Own): number
  /** Whether it is restoring something in the guild right now. */
  isUnderWay(services: S, guildId: string): boolean
}

/**
 * Updates what a feature keeps besides settings and declared tables when something was recreated under a new id.
 * Settings and tables hold the new id already. Runs in the transaction that replaces them.
 */
export type NewIdHandler<S> = (services: S, guildId: string, id: { from: string; to: string }) => void
