import { AuditLogEvent, type Client, Routes, SnowflakeUtil } from 'discord.js'
import { isRefusal } from '#kit/discord-errors.ts'
import type { ObjectKind } from '../journal/objects.ts'
import type { ServerNow } from './server-now.ts'
import type { Act } from './steps.ts'

const entryTypes: Partial<Record<ObjectKind, AuditLogEvent>> = {
  role: AuditLogEvent.RoleCreate,
  channel: AuditLogEvent.ChannelCreate,
  emoji: AuditLogEvent.EmojiCreate,
  sticker: AuditLogEvent.StickerCreate,
  sound: AuditLogEvent.SoundboardSoundCreate,
  rule: AuditLogEvent.AutoModerationRuleCreate,
  webhook: AuditLogEvent.WebhookCreate,
  event: AuditLogEvent.GuildScheduledEventCreate,
}

/** How long before the request an object may seem to have been made by it, as clocks differ (ms). */
const clocksMs = 5000
const pageSize = 100

interface AuditLog {
  audit_log_entries: { target_id: string | null; reason?: string }[]
}

/**
 * Finds the object that a step made if its answer never came: by the reason in the audit log, or, where that may not be
 * read, by its name, provided that it has appeared since and is not another step's.
 * @param taken whether an id belongs to something else
 * @throws what an outage throws
 */
export async function findMade(
  client: Client<true>,
  act: Extract<Act, { do: 'create' }>,
  {
    guildId,
    reason,
    begunAt,
    server,
    taken,
    idNow,
  }: {
    guildId: string
    reason: string
    begunAt: number
    server: Pick<ServerNow, 'state'>
    taken(id: string): boolean
    idNow(id: string): string
  },
): Promise<string | undefined> {
  const { kind } = act
  const there = server.state[kind]
  const type = entryTypes[kind]
  if (type !== undefined) {
    const query = new URLSearchParams({ user_id: client.user.id, action_type: String(type), limit: String(pageSize) })
    const log = (await client.rest.get(Routes.guildAuditLog(guildId), { query }).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })) as AuditLog | undefined
    if (log) {
      const ids = log.audit_log_entries.flatMap(entry => (entry.reason === reason ? [entry.target_id ?? ''] : []))
      return ids.find(id => there.has(id) && !taken(id))
    }
  }
  const since = SnowflakeUtil.generate({ timestamp: begunAt - clocksMs })
  const alike = (field: string, state: Readonly<Record<string, unknown>>) =>
    act.body[field] === undefined || state[field] === undefined || state[field] === renamedIf(act.body[field], idNow)
  for (const [id, state] of there)
    if (
      !taken(id) &&
      BigInt(id) >= since &&
      ['name', 'type', 'parent_id', 'channel_id'].every(field => alike(field, state))
    )
      return id
  return undefined
}

const renamedIf = (value: unknown, idNow: (id: string) => string): unknown =>
  typeof value === 'string' ? idNow(value) : value
