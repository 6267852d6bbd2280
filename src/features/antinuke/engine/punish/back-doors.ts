import { type APIInvite, type APIWebhook, DiscordAPIError, Routes, SnowflakeUtil } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import type { Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import antinuke from '../../contract.ts'
import { type Incident, noteInIncident } from '../../incidents/incidents.ts'
import { hourMs } from '../count.ts'
import { ownReason } from './requests.ts'

/** Discord's documentation has `roles` in the invites of a server; the library's type does not. */
type ListedInvite = APIInvite & { roles?: readonly unknown[] | null }

/**
 * Removes what somebody left behind to come back with: invites that give roles, and webhooks that they made recently.
 */
export async function removeBackdoors(
  services: Services,
  incident: Pick<Incident, 'guildId' | 'number' | 'startedAt'>,
  userIds: readonly string[],
): Promise<void> {
  const { rest } = services.client
  const { guildId, number, startedAt } = incident
  const reason = `${ownReason} incident ${number}`
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (err) {
      if (!(err instanceof DiscordAPIError) && !isOutage(err)) throw err
      services.log.info({ err, guildId, feature: antinuke.name }, 'what an attacker left could not be removed')
    }
  }
  // Takes turns with what is put back, and never delays stopping the next attacker.
  await inLane('repair', async () => {
    await attempt(async () => {
      // Discord's documentation says that these routes answer with these.
      const invites = (await rest.get(Routes.guildInvites(guildId))) as ListedInvite[]
      for (const { code, inviter, roles } of invites)
        if (inviter && userIds.includes(inviter.id) && (roles?.length ?? 0) > 0)
          await attempt(async () => {
            await rest.delete(Routes.invite(code), { reason })
            noteInIncident(services, incident, {
              lane: 'stop',
              parts: ['Deleted an invite with which ', { user: inviter.id }, ' could have given roles.'],
            })
          })
    })
    await attempt(async () => {
      const webhooks = (await rest.get(Routes.guildWebhooks(guildId))) as APIWebhook[]
      for (const { id, user } of webhooks)
        if (user && userIds.includes(user.id) && SnowflakeUtil.timestampFrom(id) > startedAt - hourMs)
          await attempt(async () => {
            await rest.delete(Routes.webhook(id), { reason })
            noteInIncident(services, incident, {
              lane: 'stop',
              parts: ['Deleted a webhook that ', { user: user.id }, ' had made.'],
            })
          })
    })
  })
}
