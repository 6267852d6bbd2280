import type { AntinukeSettings, BypassPermission } from '../contract.ts'
import { isWhitelisted } from '../rights/access-level.ts'
import type { ModuleKey } from '../modules/contract.ts'

/** The settings that say who is trusted with what. */
export type Trusts = Pick<
  AntinukeSettings,
  'extraOwners' | 'whitelist' | 'allowances' | 'bypassRole' | 'bypassPermissions'
>

/** Where somebody stands on the ladder of trust, highest first. */
type TrustRung = 'self' | 'owner' | 'extra-owner' | 'whitelisted' | 'bypass' | 'nobody'

/** The bypass permission that exempts from each module. */
const bypassed: Partial<Record<ModuleKey, BypassPermission>> = {
  anti_ban: 'can_ban',
  anti_kick: 'can_kick',
  anti_role: 'can_manage_roles',
  anti_member_update: 'can_manage_roles',
  anti_channel: 'can_manage_channels',
  anti_webhook: 'can_manage_webhooks',
}

export interface TrustStanding {
  rung: TrustRung
  /** Whether nothing they do in this module is counted. */
  immune: boolean
  /** How much may count of what they do in an hour; null where there is no such budget. */
  perHour: number | null
}

const standing = (rung: TrustRung, immune: boolean, perHour: number | null = null): TrustStanding => ({
  rung,
  immune,
  perHour,
})

/**
 * Says whether what somebody does in a module is counted.
 * @param who.roles the ids of their roles
 * @param now Unix ms
 */
export function countedStanding(
  who: { id: string; roles: readonly string[] },
  where: { ownerId: string; selfId: string; own: Trusts; module: ModuleKey },
  now: number,
): TrustStanding {
  const { ownerId, selfId, own, module } = where
  if (who.id === selfId) return standing('self', true)
  if (who.id === ownerId) return standing('owner', true)
  if (own.extraOwners.includes(who.id)) return standing('extra-owner', true)
  if (isWhitelisted(own, who.id, now)) {
    const perHour = own.allowances.find(({ id }) => id === who.id)?.perHour ?? null
    return standing('whitelisted', perHour === null, perHour)
  }
  const permission = bypassed[module]
  if (own.bypassRole !== null && permission && who.roles.includes(own.bypassRole) && own.bypassPermissions[permission])
    return standing('bypass', true)
  return standing('nobody', false)
}
