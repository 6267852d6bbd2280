import { guildKey } from '#web/app/guild-key.ts'

/** Where incidents are kept in the query cache. */
export const incidentsKey = (guildId: string) => [...guildKey(guildId), 'antinuke', 'incidents'] as const
