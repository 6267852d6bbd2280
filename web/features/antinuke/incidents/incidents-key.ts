import { guildKey } from '#web/app/guild-key.ts'

/** The query key of incidents. */
export const incidentsKey = (guildId: string) => [...guildKey(guildId), 'antinuke', 'incidents'] as const
