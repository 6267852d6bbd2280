import type { Guild, GuildAuditLogsEntry } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { isOwnAct } from '../acts/own-acts.ts'
import { endWhatItReplaces } from '../acts/settle.ts'
import { type CaseEntry } from '../cases/case-store.ts'
import { caseByKey } from '../cases/earlier-case.ts'
import { shownName, userName } from '../cases/user-name.ts'
import type moderation from '../contract.ts'
import { logCase } from '../modlog/log-case.ts'
import { countedDetail, growing, type ManualAction, manualActionsIn } from './entry.ts'
import { scheduleRecount } from './recount.ts'

type Ctx = Context<typeof moderation>

function facts({ extra }: GuildAuditLogsEntry): { channelId: string | null; count: number | null } {
  const known: object = extra ?? {}
  const channel: unknown = 'channel' in known ? known.channel : undefined
  const channelId =
    typeof channel === 'object' && channel !== null && 'id' in channel && typeof channel.id === 'string'
      ? channel.id
      : null
  const count = 'count' in known && typeof known.count === 'number' && known.count > 0 ? known.count : null
  return { channelId, count }
}

async function detailOf(ctx: Ctx, { kind, count, nicknames, targetId }: ManualAction): Promise<string | undefined> {
  if (nicknames) {
    const without = targetId === null ? '' : await shownName(ctx, targetId)
    return `“${nicknames.before ?? without}” is now “${nicknames.after ?? without}”`
  }
  return count === null ? undefined : countedDetail(kind, count)
}

function channelIn(guild: Guild, id: string | null): CaseEntry['channel'] {
  const channel = id === null ? undefined : guild.channels.cache.get(id)
  if (id === null) return undefined
  return channel ?? { id, name: null }
}

/** Records cases for actions taken by hand in Discord, or with another bot; this bot's own acts already have theirs. */
export async function recordAuditLogEntry(ctx: Ctx, entry: GuildAuditLogsEntry): Promise<void> {
  const { guild, client } = ctx
  const { executorId, targetId, changes, action, createdTimestamp: at } = entry
  if (executorId === client.user.id) return
  const actions = manualActionsIn({ action, executorId, targetId, changes, at, ...facts(entry) }).filter(
    ({ kind, targetId: id }) => executorId !== null || !isOwnAct(ctx, guild.id, { kind, targetId: id, at }),
  )
  if (actions.length === 0) return
  const moderator = executorId === null ? null : { id: executorId, name: await userName(ctx, executorId) }
  for (const [place, one] of actions.entries()) {
    const key = `audit:${entry.id}${place === 0 ? '' : `:${place}`}`
    const target = one.targetId === null ? undefined : { id: one.targetId, name: await userName(ctx, one.targetId) }
    const detail = await detailOf(ctx, one)
    // Discord may send an event twice, and later changes of the case must stay.
    if (caseByKey(ctx, guild.id, key)) continue
    const found: Omit<CaseEntry, 'guildId'> = {
      kind: one.kind,
      source: 'discord',
      target,
      moderator,
      channel: channelIn(guild, one.channelId),
      detail,
      count: one.count ?? undefined,
      reason: entry.reason,
      expiresAt: one.expiresAt,
      key,
    }
    endWhatItReplaces(ctx, guild.id, found)
    const { number } = logCase(ctx, guild, found)
    if (growing.has(action)) scheduleRecount(ctx, guild.id, { number, entryId: entry.id, action })
  }
}
