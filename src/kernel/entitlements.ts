/** What a guild may use. With `PREMIUM=all` everything; otherwise the premium feature supplies the answer. */
export interface Entitlements {
  has(guildId: string, entitlement: 'premium'): boolean
  /** The premium feature calls this once at start. */
  supply(answer: (guildId: string) => boolean): void
}
