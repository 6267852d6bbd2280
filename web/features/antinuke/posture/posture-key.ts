import { guildKey } from '#web/app/guild-key.ts'

/** How a server stands. */
export const postureKey = (guildId: string) => [...guildKey(guildId), 'antinuke', 'posture'] as const
