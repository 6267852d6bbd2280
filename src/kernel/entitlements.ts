/** What a guild may use. With `PREMIUM=all` everything; otherwise the premium feature supplies the answer. */
export interface Entitlements {
  has(guildId: string, entitlement: 'premium'): boolean
  /** The premium feature calls this once at start. */
  supply(answer: (guildId: string) => boolean): void
}

/** Until an answer is supplied, 'granted' grants nothing. */
export function createEntitlements(premium: 'all' | 'granted'): Entitlements {
  let granted: (guildId: string) => boolean = () => false
  return {
    has: guildId => premium === 'all' || granted(guildId),
    supply: answer => {
      granted = answer
    },
  }
}
