import type { GuildAuditLogsEntry } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { endWhatItReplaces } from '../acts/settle.ts'
import { caseByKey } from '../cases/case-store.ts'
import { userName } from '../cases/user-name.ts'
import type moderation from '../contract.ts'
import { logCase } from '../modlog/log-case.ts'
import { manualActionIn } from './entry.ts'

/** Makes a case of what somebody did by hand in Discord, or with another bot; what this bot did has its case already. */
export async function recordAuditLogEntry(ctx: Context<typeof moderation>, entry: GuildAuditLogsEntry): Promise<void> {
  const { guild, client } = ctx
  if (entry.executorId === null || entry.executorId === client.user.id) return
  const action = manualActionIn({
    action: entry.action,
    targetId: entry.targetId,
    changes: entry.changes,
    at: entry.createdTimestamp,
  })
  if (!action) return
  const key = `audit:${entry.id}`
  const [target, moderator] = await Promise.all([userName(ctx, action.targetId), userName(ctx, entry.executorId)])
  // Discord may send an event twice, and what came after the first must stay.
  if (caseByKey(ctx, guild.id, key)) return
  endWhatItReplaces(ctx, guild.id, { kind: action.kind, target: { id: action.targetId, name: target } })
  logCase(ctx, guild, {
    kind: action.kind,
    source: 'discord',
    target: { id: action.targetId, name: target },
    moderator: { id: entry.executorId, name: moderator },
    reason: entry.reason,
    expiresAt: action.expiresAt,
    key,
  })
}
