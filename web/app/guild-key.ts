/** The query key that everything about a guild is cached below, so that a save can refresh all of it. */
export const guildKey = (guildId: string) => ['guild', guildId] as const
