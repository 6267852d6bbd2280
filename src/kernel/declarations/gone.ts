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
