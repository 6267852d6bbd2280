/** Everything of a guild is cached below this key, so that a save can refresh it all. */
export const guildKey = (guildId: string) => ['guild', guildId] as const
