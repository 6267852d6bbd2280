import { GatewayDispatchEvents } from 'discord.js'
import { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import { noteRoles } from './rows.ts'

const update = z.object({ guild_id: z.string(), user: z.object({ id: z.string() }), roles: z.array(z.string()) })

/**
 * Watches who has which role, so that undoing overrules nobody. Not a listener of the feature, because roles may be
 * given or taken while levels are off.
 */
export function watchRoles({ client, db, log }: Pick<Services, 'client' | 'db' | 'log'>): void {
  client.ws.on(GatewayDispatchEvents.GuildMemberUpdate, (data: unknown) => {
    const member = update.safeParse(data)
    if (!member.success) return
    const { guild_id: guildId, user, roles } = member.data
    try {
      noteRoles(db, guildId, user.id, new Set(roles))
    } catch (err) {
      log.error({ err, guildId, feature: 'leveling' }, 'a change of roles could not be noted')
    }
  })
}
