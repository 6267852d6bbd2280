import type { Guild, GuildMember } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { freshMember } from '#kit/fresh-member.ts'
import { plan, type Services } from '#kernel/feature.ts'
import leveling from '../contract.ts'
import { clampTotal, levelProgress } from '../curve.ts'
import { changeRole } from './change-role.ts'
import { totalsOf } from '../guild-members.ts'
import { rolesAt } from './rewards.ts'
import { levelingChanges } from '../table.ts'
import { neededForBatch } from './permissions.ts'
import { inOrder, isOpen, type RoleChangeRow, roleRows } from './rows.ts'

const atOnce = 200

/**
 * The roles that somebody has earned without the batch, whether or not its XP is undone yet; none if it changed no XP.
 */
function earnedWithout(services: Services, guildId: string, batch: string, userId: string): string[] {
  const { db } = services
  const theirs = and(
    eq(levelingChanges.guildId, guildId),
    eq(levelingChanges.batch, batch),
    eq(levelingChanges.userId, userId),
  )
  const change = db.select().from(levelingChanges).where(theirs).get()
  if (!change) return []
  const total = totalsOf(services, guildId, [userId]).get(userId) ?? 0
  const { level } = levelProgress(change.undone ? total : clampTotal(total, change.before - change.after))
  const { levelRoles, rewardMode } = services.settings.read(guildId, leveling)
  return rolesAt(level, levelRoles, rewardMode)
}

type Outcome = 'givenBack' | 'takenBack' | 'left' | 'failed'

/**
 * Reverts one change if it is still in effect, nobody has decided otherwise since, and the role has not been earned
 * since.
 */
async function revert(
  services: Services,
  row: RoleChangeRow,
  member: GuildMember | undefined,
  earned: readonly string[],
): Promise<Outcome> {
  const rows = roleRows(services.db, row.guildId)
  const gave = row.change === 'given'
  const reverted = gave ? 'takenBack' : 'givenBack'
  const stands = member?.roles.cache.has(row.roleId) === gave
  // It was reverted before the process was killed, but not recorded.
  if (member && !stands && row.state === 'undoing') {
    rows.settle(row, 'undone')
    return reverted
  }
  if (!member || !stands || (gave && earned.includes(row.roleId))) {
    rows.settle(row, 'left')
    return 'left'
  }
  if (!rows.settle(row, 'undoing')) return 'left'
  const changed = await changeRole(services, member, row.roleId, gave ? 'taken' : 'given')
  rows.settle({ ...row, state: 'undoing' }, changed ? 'undone' : 'left')
  return changed ? reverted : 'failed'
}

const undoFor = (services: Services, guild: Guild, userId: string, batch: string): Promise<Record<Outcome, number>> =>
  inOrder(services)(`${guild.id}:${userId}`, async () => {
    const theirs = roleRows(services.db, guild.id).ofMember(batch, userId).filter(isOpen)
    const member = await freshMember(guild, userId)
    const earned = earnedWithout(services, guild.id, batch, userId)
    const counts: Record<Outcome, number> = { givenBack: 0, takenBack: 0, left: 0, failed: 0 }
    for (const row of theirs) counts[await revert(services, row, member, earned)]++
    return counts
  })

/** Gives back what a batch took and takes what it gave, except what somebody has changed since. */
export const undoRoles = plan({
  title: 'Undo of level roles',
  permissions: neededForBatch,
  again: 'alongside',
  input: z.object({ batch: z.string() }),
  step: z.object({ userId: z.string() }),
  page({ db }, { guild, input: { batch } }, cursor) {
    const members = roleRows(db, guild.id).membersAfter(batch, cursor, atOnce)
    const next = members.length === atOnce ? (members.at(-1) ?? null) : null
    return { steps: members.map(userId => ({ userId })), next }
  },
  run: (services, { userId }, { guild, input: { batch } }) => undoFor(services, guild, userId, batch),
  done: ({ db }, { guild, input: { batch } }) => void roleRows(db, guild.id).moveBatch(batch, ['undoing'], 'undone'),
  abandoned: ({ db }, { guildId, input: { batch } }) =>
    void roleRows(db, guildId).moveBatch(batch, ['undoing'], 'stopped'),
})
