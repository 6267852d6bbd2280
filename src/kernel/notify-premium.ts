import { guildContext } from './context.ts'
import type { Services } from './feature.ts'

/** Notifies every feature that a guild gained or lost premium. Never throws. */
export function notifyPremiumChanged(services: Services, guildId: string): void {
  const guild = services.client.guilds.cache.get(guildId)
  if (!guild) return
  const has = services.entitlements.has(guildId, 'premium')
  for (const { contract, parts } of services.features) {
    try {
      parts.premiumChanged?.(guildContext(services, contract, guild), has)
    } catch (err) {
      services.log.error(
        { err, guildId, feature: contract.name },
        'a feature could not be notified of a change of premium',
      )
    }
  }
}
