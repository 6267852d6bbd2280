/** What a feature drops because a channel or role was deleted. */
export interface Gone<Ctx> {
  channel?(ctx: Ctx, id: string): void
  role?(ctx: Ctx, id: string): void
}

/** A feature that puts back what was deleted. */
export interface Restores<S, Own> {
  /** How long after a deletion, in ms, while the feature is switched on; 0 where it puts nothing back. */
  withinMs(own: Own): number
  /** Whether it still does. */
  isUnderWay(services: S, guildId: string): boolean
}

/**
 * For what is remembered besides settings and declared tables: they name something that was made anew by its new id
 * already. Runs in the transaction of that.
 */
export type Renamed<S> = (services: S, guildId: string, id: { from: string; to: string }) => void
