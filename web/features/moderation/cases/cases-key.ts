import { guildKey } from '#web/app/guild-key.ts'

/** The query key of everything that changes when a case is added or changed. */
export const casesKey = (guildId: string) => [...guildKey(guildId), 'moderation', 'cases'] as const
