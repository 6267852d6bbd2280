import { guildKey } from '#web/app/guild-key.ts'

/** Everything that changes when somebody gets or loses strikes. */
export const strikesKey = (guildId: string) => [...guildKey(guildId), 'automod', 'strikes'] as const
