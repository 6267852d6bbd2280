import type { APIMessage } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { missingPermissions } from '../errors.ts'
import { optional, snowflake } from '../form.ts'
import { has, permission } from '../permissions.ts'
import { messagePayload } from './payload.ts'
import { requireRights, rightsIn } from './rights.ts'
import { messageOf } from './store.ts'

/** Query values are text. */
export const pageForm = z.object({
  before: optional(snowflake),
  after: optional(snowflake),
  around: optional(snowflake),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

type Page = z.output<typeof pageForm>

/** A page of messages, always newest first. Empty without READ_MESSAGE_HISTORY. */
export function listMessages(sandbox: Sandbox, viewerId: string, channelId: string, page: Page): APIMessage[] {
  const state = requireRights(sandbox, viewerId, channelId)
  if (!has(rightsIn(sandbox, viewerId, state), permission.ReadMessageHistory)) return []
  return pick([...state.messages.values()], page)
    .toReversed()
    .map(message => messagePayload(sandbox, message, viewerId))
}

/** @param messages oldest first @returns oldest first */
export function pick<M extends { id: string }>(messages: readonly M[], page: Page): M[] {
  const { limit } = page
  const older = (than: string) => messages.filter(({ id }) => BigInt(id) < BigInt(than))
  const newer = (than: string) => messages.filter(({ id }) => BigInt(id) > BigInt(than))
  if (page.around !== undefined) {
    const half = Math.floor(limit / 2)
    const middle = messages.filter(({ id }) => id === page.around)
    return [...older(page.around).slice(half > 0 ? -half : messages.length), ...middle, ...newer(page.around)].slice(
      0,
      limit,
    )
  }
  if (page.after !== undefined) return newer(page.after).slice(0, limit)
  return (page.before === undefined ? [...messages] : older(page.before)).slice(-limit)
}

/** @throws DiscordError 10008, 50001 or 50013 */
export function getMessage(sandbox: Sandbox, viewerId: string, channelId: string, messageId: string): APIMessage {
  const state = requireRights(sandbox, viewerId, channelId)
  if (!has(rightsIn(sandbox, viewerId, state), permission.ReadMessageHistory)) throw missingPermissions()
  return messagePayload(sandbox, messageOf(state, messageId), viewerId)
}
