import { guildKey } from '#web/app/guild-key.ts'

/** Everything that changes when a case is added or changed. */
export const casesKey = (guildId: string) => [...guildKey(guildId), 'moderation', 'cases'] as const
