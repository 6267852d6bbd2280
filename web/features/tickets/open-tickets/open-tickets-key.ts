import { guildKey } from '#web/app/guild-key.ts'

/** The query key of everything that changes when something happens to a ticket. */
export const openTicketsKey = (guildId: string) => [...guildKey(guildId), 'tickets', 'open'] as const
