import type { GuildAuditLogsEntry } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { caseByKey, liftCases } from '../cases/case-store.ts'
import { userName } from '../cases/user-name.ts'
import type moderation from '../contract.ts'
import { logCase } from '../modlog/log-case.ts'
import { type ManualAction, manualActionIn } from './entry.ts'
import { cancelUnban } from '../sanctions/temporary-ban.ts'

/** What else ends with it: a ban or timeout that was in force, the timer of a temporary ban. */
function settle(ctx: Context<typeof moderation>, { kind, targetId }: ManualAction): void {
  const { guild } = ctx
  if (kind === 'ban' || kind === 'unban') {
    cancelUnban(ctx, guild.id, targetId)
    liftCases(ctx, guild.id, targetId, 'ban')
  }
  if (kind === 'timeout' || kind === 'untimeout') liftCases(ctx, guild.id, targetId, 'timeout')
}

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
  settle(ctx, action)
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
