/** A right that a feature supplies in its parts: `antinuke.edit`. */
export type RightName = `${string}.${string}`

/**
 * What a caller must be. The kernel enforces it before a handler runs. 'visit' is whoever may open any page of the
 * server; 'view' and 'manage' are about the feature that asks.
 */
export type Need = 'anyone' | 'signed-in' | 'visit' | 'view' | 'manage' | 'owner' | RightName

/** Whether it is judged on a guild. */
export const isGuildNeed = (need: Need): boolean => need !== 'anyone' && need !== 'signed-in'
