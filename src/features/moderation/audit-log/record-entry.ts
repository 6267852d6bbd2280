import type { GuildAuditLogsEntry } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { caseByKey, liftCases } from '../cases/case-store.ts'
import type moderation from '../contract.ts'
import { logCase } from '../modlog/log-case.ts'
import { type HandDeed, deedIn } from './entry.ts'
import { cancelUnban } from '../sanctions/temporary-ban.ts'

async function nameOf({ client }: Context, id: string): Promise<string> {
  const user = client.users.cache.get(id) ?? (await client.users.fetch(id).catch(() => null))
  return user?.tag ?? id
}

/** What else ends with it: a ban or timeout that was in force, the timer of a temporary ban. */
function settle(ctx: Context<typeof moderation>, { kind, targetId }: HandDeed): void {
  const { guild } = ctx
  if (kind === 'ban' || kind === 'unban') {
    cancelUnban(ctx, guild.id, targetId)
    liftCases(ctx, guild.id, targetId, 'ban')
  }
  if (kind === 'timeout' || kind === 'untimeout') liftCases(ctx, guild.id, targetId, 'timeout')
}

/** Makes a case of what somebody did by hand in Discord, or with another bot; what this bot did has its case already. */
export async function recordByHand(ctx: Context<typeof moderation>, entry: GuildAuditLogsEntry): Promise<void> {
  const { guild, client } = ctx
  if (entry.executorId === null || entry.executorId === client.user.id) return
  const deed = deedIn({
    action: entry.action,
    targetId: entry.targetId,
    changes: entry.changes,
    at: entry.createdTimestamp,
  })
  if (!deed) return
  const key = `audit:${entry.id}`
  const [target, moderator] = await Promise.all([nameOf(ctx, deed.targetId), nameOf(ctx, entry.executorId)])
  // Discord may send an event twice, and what came after the first must stay.
  if (caseByKey(ctx, guild.id, key)) return
  settle(ctx, deed)
  logCase(ctx, guild, {
    kind: deed.kind,
    source: 'discord',
    target: { id: deed.targetId, name: target },
    moderator: { id: entry.executorId, name: moderator },
    reason: entry.reason,
    expiresAt: deed.expiresAt,
    key,
  })
}
