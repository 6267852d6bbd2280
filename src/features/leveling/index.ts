import { and, eq } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { type Context, feature, type Services } from '#kernel/feature.ts'
import { addedRoles, demandGrantableRoles } from '#kit/role-grants.ts'
import { activityOf, exportGuild, forgetGuild, forgetUser } from './earning/activity.ts'
import { levelrole, levelup, statstracking } from './config-commands.ts'
import leveling from './contract.ts'
import { daysJob, oldDaysJob, scheduleDays } from './earning/counted-days.ts'
import { countCommand, countMessage } from './earning/message-xp.ts'
import { leaderboard, leaderboardPage } from './board/leaderboard-command.ts'
import { problems, requires } from './requirements.ts'
import { rank, stats } from './board/rank-commands.ts'
import { roleChange } from './role-changes/rewards.ts'
import { queueLevelRoles, rolesJob } from './role-changes/level-roles.ts'
import { importRun } from './import/run.ts'
import { watchRoles } from './role-changes/watch.ts'
import { undoRoles } from './role-changes/undo.ts'
import { batchRun, roleRun } from './role-changes/role-run.ts'
import { resetRun } from './xp-changes/reset.ts'
import { takeBackRun, undoRun } from './xp-changes/undo.ts'
import { routes } from './routes.ts'
import { levelingMembers as members, tables } from './table.ts'
import {
  dropLeftVoice,
  endVoice,
  onVoiceState,
  scheduleVoice,
  reconcileVoice,
  settleVoice,
  voiceJob,
} from './earning/voice-time.ts'
import { resetEverybody, xp } from './xp-changes/xp-commands.ts'

type Here = Context<typeof leveling>

/** Handles a returning member: gives them their roles now, or once they have accepted the rules. */
function restoreMember(ctx: Here, { id }: Pick<GuildMember, 'id'>): void {
  const returned = ctx.db
    .update(members)
    .set({ present: true })
    .where(and(eq(members.guildId, ctx.guild.id), eq(members.userId, id)))
    .run()
  if (returned.changes > 0 && ctx.own.levelRoles.length > 0) queueLevelRoles(ctx, ctx.guild.id, id)
}

/** Whether a member lacks a role that their level includes. */
function isOwedRoles(ctx: Here, member: GuildMember): boolean {
  const { levelRoles, rewardMode } = ctx.own
  if (levelRoles.length === 0) return false
  const { level } = activityOf(ctx).of(ctx.guild.id, member.id)
  const held = new Set(member.roles.cache.keys())
  return roleChange(level, held, levelRoles, rewardMode, level).give.length > 0
}

/** How long after joining somebody may still accept the rules without every change being checked. */
const newcomerMs = 30 * 24 * 3_600_000

/** The job that runs every minute ends what is left. */
const stopVoice = (services: Services, guildId: string): void =>
  void endVoice(services, guildId).catch((err: unknown) =>
    services.log.warn({ err, guildId }, 'time in voice channels could not be stored'),
  )

export default feature(leveling, {
  switch: 'enabled',
  commands: { rank, stats, leaderboard, statstracking, levelup, xp, levelrole },
  components: [leaderboardPage, resetEverybody],
  listeners: {
    messageCreate: countMessage,
    voiceStateUpdate: onVoiceState,
    guildMemberAdd(ctx, member) {
      if (!member.user.bot) restoreMember(ctx, member)
    },
    guildMemberUpdate(ctx, before, after) {
      const isNew = ctx.now() - (after.joinedTimestamp ?? 0) < newcomerMs
      // Members who are not cached arrive without `pending`.
      if (before.pending !== false && !after.pending && isNew && !after.user.bot && isOwedRoles(ctx, after))
        queueLevelRoles(ctx, ctx.guild.id, after.id)
    },
    guildMemberRemove(ctx, { id }) {
      activityOf(ctx).flush()
      ctx.db
        .update(members)
        .set({ present: false })
        .where(and(eq(members.guildId, ctx.guild.id), eq(members.userId, id)))
        .run()
    },
    guildAvailable: ctx => reconcileVoice(ctx, ctx.guild),
  },
  gone: {
    role(ctx, id) {
      const { levelRoles, roleRates, noXpRoles } = ctx.own
      const others = <R extends { roleId: string }>(list: readonly R[]) => list.filter(({ roleId }) => roleId !== id)
      ctx.save(
        {
          levelRoles: others(levelRoles),
          roleRates: others(roleRates),
          noXpRoles: noXpRoles.filter(role => role !== id),
        },
        { userId: null, via: 'role deleted' },
      )
    },
  },
  afterCommand: countCommand,
  jobs: { roles: rolesJob, voice: voiceJob, days: daysJob, oldDays: oldDaysJob },
  plans: { roleRun, batchRun, undoRoles, importRun, resetRun, undoRun, takeBackRun },
  requires,
  problems,
  start(services) {
    dropLeftVoice(services)
    scheduleVoice(services)
    scheduleDays(services)
    watchRoles(services)
    services.settings.onChange(({ guildId, feature: changed }) => {
      if (changed !== leveling.name) return
      const guild = services.client.guilds.cache.get(guildId)
      if (!services.settings.read(guildId, leveling).enabled) stopVoice(services, guildId)
      else if (guild?.available) reconcileVoice(services, guild)
    })
  },
  stop(services) {
    activityOf(services).flush()
    settleVoice(services)
  },
  routes,
  async checkSettings({ guild }, { before, after, author }) {
    await demandGrantableRoles(guild, author.userId, addedRoles('levelRoles', after.levelRoles, before.levelRoles))
  },
  tables,
  forgetUser,
  forgetGuild,
  exportGuild,
})
