import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { emitToUser } from '../emit.ts'
import { DiscordError, invalidForm } from '../errors.ts'
import { page, yes } from '../fields.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { applicationOf, paged, skuOf } from './lookup.ts'
import type { Entitlement } from './state.ts'

/** Somebody's right to what an application sells. Only the application hears of it, never a guild. */

const createForm = z.object({
  sku_id: snowflake,
  owner_id: snowflake,
  /** 1 is a guild, 2 a person. */
  owner_type: z.union([z.literal(1), z.literal(2)]),
})

const ids = optional(z.string().transform(list => list.split(',').filter(Boolean)))

const listForm = page(100).extend({
  user_id: optional(snowflake),
  guild_id: optional(snowflake),
  sku_ids: ids,
  exclude_ended: optional(yes),
  exclude_deleted: optional(yes),
  only_active: optional(yes),
})

const ownForm = z.object({ sku_ids: ids, exclude_consumed: optional(yes) })

/** Lists entitlements; deleted ones only if the query asks for them. @throws DiscordError 50035 */
export function listEntitlements(sandbox: Sandbox, applicationId: string, query: unknown): Entitlement[] {
  const { user_id, guild_id, sku_ids, only_active = false, ...form } = parseForm(listForm, query)
  const withoutEnded = only_active || (form.exclude_ended ?? false)
  const withoutDeleted = only_active || (form.exclude_deleted ?? true)
  const isOver = ({ ends_at }: Entitlement) => ends_at !== null && Date.parse(ends_at) <= sandbox.now()
  const found = [...sandbox.world.entitlements.values()].filter(
    one =>
      one.application_id === applicationId &&
      (user_id === undefined || one.user_id === user_id) &&
      (guild_id === undefined || one.guild_id === guild_id) &&
      (sku_ids === undefined || sku_ids.includes(one.sku_id)) &&
      !(withoutEnded && isOver(one)) &&
      !(withoutDeleted && one.deleted),
  )
  return paged(found, form)
}

/** Lists the entitlements of one person. @throws DiscordError 50035 */
export function ownEntitlements(sandbox: Sandbox, applicationId: string, userId: string, query: unknown) {
  const { sku_ids, exclude_consumed = true } = parseForm(ownForm, query)
  return [...sandbox.world.entitlements.values()].filter(
    one =>
      one.application_id === applicationId &&
      one.user_id === userId &&
      !one.deleted &&
      (sku_ids === undefined || sku_ids.includes(one.sku_id)) &&
      !(exclude_consumed && one.consumed),
  )
}

/** @throws DiscordError 10029 */
export function entitlementOf(sandbox: Sandbox, applicationId: string, id: string): Entitlement {
  const found = sandbox.world.entitlements.get(id)
  if (found?.application_id !== applicationId) throw new DiscordError(404, 10_029, 'Unknown Entitlement')
  return found
}

/** Stores an entitlement and sends the event to the application. */
export function keepEntitlement(
  sandbox: Sandbox,
  entitlement: Entitlement,
  type: Event.EntitlementCreate | Event.EntitlementUpdate | Event.EntitlementDelete,
): Entitlement {
  sandbox.world.entitlements.set(entitlement.id, entitlement)
  emitToUser(sandbox, applicationOf(sandbox, entitlement.application_id).botUserId, type, entitlement)
  return entitlement
}

/** Creates a test entitlement, for a guild or a person. @throws DiscordError 10027, 50035 */
export function createTestEntitlement(sandbox: Sandbox, applicationId: string, body: unknown): Entitlement {
  const { sku_id, owner_id, owner_type } = parseForm(createForm, body)
  skuOf(sandbox, sku_id, applicationId)
  const { guilds, accounts } = sandbox.world
  const isThere = owner_type === 1 ? guilds.has(owner_id) : accounts.has(owner_id)
  if (!isThere) throw invalidForm([{ path: 'owner_id', code: 'OWNER_INVALID', message: 'Owner does not exist.' }])
  const entitlement: Entitlement = {
    id: sandbox.nextId(),
    sku_id,
    application_id: applicationId,
    user_id: owner_type === 1 ? applicationOf(sandbox, applicationId).ownerId : owner_id,
    guild_id: owner_type === 1 ? owner_id : null,
    deleted: false,
    starts_at: null,
    ends_at: null,
    type: 8,
    consumed: false,
  }
  return keepEntitlement(sandbox, entitlement, Event.EntitlementCreate)
}

/** @throws DiscordError 10029, 40019 for one that somebody paid for */
export function deleteTestEntitlement(sandbox: Sandbox, applicationId: string, id: string): void {
  const entitlement = entitlementOf(sandbox, applicationId, id)
  if (entitlement.starts_at !== null) throw new DiscordError(400, 40_019, 'Only test entitlements can be deleted.')
  keepEntitlement(sandbox, { ...entitlement, deleted: true }, Event.EntitlementDelete)
}

/** Uses up what can be bought again. @throws DiscordError 10029, 40018 for anything else, or what is used up */
export function consumeEntitlement(sandbox: Sandbox, applicationId: string, id: string): void {
  const entitlement = entitlementOf(sandbox, applicationId, id)
  const { type } = skuOf(sandbox, entitlement.sku_id, applicationId)
  if (type !== 3 || entitlement.consumed) throw new DiscordError(400, 40_018, 'Entitlement cannot be consumed.')
  keepEntitlement(sandbox, { ...entitlement, consumed: true }, Event.EntitlementUpdate)
}
