import { guildKey } from '#web/app/guild-key.ts'

/** The query key of everything that changes when somebody gets or loses strikes. */
export const strikesKey = (guildId: string) => [...guildKey(guildId), 'automod', 'strikes'] as const
