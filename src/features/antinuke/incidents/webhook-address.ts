import { DiscordAPIError, type GuildMember, PermissionFlagsBits as P, RESTJSONErrorCodes, Routes } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { idMap } from '../recovery/id-map.ts'
import { record } from '../recovery/raw.ts'
import { lastRecoveryOf, findingsOf } from '../recovery/store.ts'
import type { Incident } from './incidents.ts'

/**
 * Returns the address of a webhook that a recovery has recreated, to people who may see it in Discord: with Manage
 * Webhooks in its channel.
 * @param id its id before the attack
 * @throws UserError 404, 403; Discord's errors, except that there is no such webhook
 */
export async function webhookAddress(
  services: Services,
  viewer: GuildMember,
  { guildId, number }: Incident,
  id: string,
): Promise<string> {
  const { client } = services
  const gone = new UserError('antinuke.webhook', 'That webhook no longer exists. Create a new one in Discord.', 404)
  const recovery = lastRecoveryOf(services, guildId, number)
  const isMadeAnew = recovery && findingsOf(services, recovery).some(one => isNewAddress(one) && one.objectId === id)
  if (!isMadeAnew) throw gone
  const { channels } = viewer.guild
  const address = Routes.webhook(idMap(services, guildId).now(id))
  const webhook = await inLane('answers', () => client.rest.get(address)).then(record, (error: unknown) => {
    throw error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook ? gone : error
  })
  const channel = channels.cache.get(String(webhook['channel_id']))
  if (!channel || !viewer.permissionsIn(channel).has(P.ViewChannel | P.ManageWebhooks))
    throw new UserError('antinuke.webhook-channel', 'You need Manage Webhooks in its channel to see its address.', 403)
  if (typeof webhook['token'] !== 'string') throw gone
  return `${client.rest.options.api}${Routes.webhook(String(webhook['id']), webhook['token'])}`
}

/** Whether a report says that a webhook was recreated with another address. */
export const isNewAddress = ({
  kind,
  field,
  result,
}: {
  kind: string
  field?: string | null | undefined
  result: string
}): boolean => kind === 'webhook' && field === 'url' && result === 'impossible'
