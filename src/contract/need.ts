/** A right that a feature defines for parts of itself: `antinuke.edit`. */
export type RightName = `${string}.${string}`

/**
 * What the kernel requires of a caller before a handler runs. 'visit' is anybody who may open any page of the server;
 * 'view' and 'manage' refer to the feature that the endpoint belongs to.
 */
export type Need = 'anyone' | 'signed-in' | 'visit' | 'view' | 'manage' | 'owner' | RightName

/** Whether the need is checked against a guild. */
export const isGuildNeed = (need: Need): boolean => need !== 'anyone' && need !== 'signed-in'
