import { guildKey } from '#web/app/guild-key.ts'

/** The query key of a server's posture. */
export const postureKey = (guildId: string) => [...guildKey(guildId), 'antinuke', 'posture'] as const
