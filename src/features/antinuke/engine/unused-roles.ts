import type { Services } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { latest } from '../journal/state-at.ts'
import { overwritesById } from '../recovery/overwrite-parts.ts'
import { isHeldByNobody } from './membership.ts'

/**
 * Whether nobody holds a role and no channel has permissions for it, so that nobody loses anything with it. This also
 * works once the role has been deleted, as Discord leaves its permissions in channels.
 */
export function isUnused(services: Services, guildId: string, roleId: string): boolean {
  if (!isHeldByNobody(services, guildId, roleId)) return false
  const { cache } = services.client.guilds.cache.get(guildId)?.channels ?? {}
  return [...(cache?.values() ?? [])].every(channel => {
    if (!('permissionOverwrites' in channel)) return true
    if (!isHidden(channel)) return !channel.permissionOverwrites.cache.has(roleId)
    return !overwritesById(latest(services, guildId, 'channel', channel.id)?.['permission_overwrites']).has(roleId)
  })
}
