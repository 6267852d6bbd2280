import type { Sandbox } from '../../context.ts'
import { DiscordError } from '../errors.ts'
import type { Page } from '../fields.ts'
import type { Application } from '../state.ts'
import type { Sku } from './state.ts'

/** @throws DiscordError 10002 */
export function applicationOf({ world }: Sandbox, id: string): Application {
  const application = world.applications.get(id)
  if (!application) throw new DiscordError(404, 10_002, 'Unknown Application')
  return application
}

/** @param applicationId the application that it has to belong to, if any @throws DiscordError 10027 */
export function skuOf({ world }: Sandbox, id: string, applicationId?: string): Sku {
  for (const { skus = [] } of world.applications.values()) {
    const found = skus.find(sku => sku.id === id)
    if (found && (applicationId === undefined || found.application_id === applicationId)) return found
  }
  throw new DiscordError(404, 10_027, 'Unknown SKU')
}

/** A page of a list, oldest first: the newest entries before an id, or the oldest after one. */
export function paged<T extends { id: string }>(list: readonly T[], { before, after, limit }: Page): T[] {
  const found = list
    .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
    .filter(({ id }) => after === undefined || BigInt(id) > BigInt(after))
  return before === undefined ? found.slice(0, limit) : found.slice(-limit)
}
