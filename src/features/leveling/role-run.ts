import { and, eq, inArray } from 'drizzle-orm'
import type { Collection, Guild, GuildMember } from 'discord.js'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { job, type Services } from '#kernel/feature.ts'
import { handOutProblem } from '#kit/role-grants.ts'
import { mostAttempts } from '#kernel/scheduler/backoff.ts'
import { inert } from '#kit/template.ts'
import { activityOf } from './activity.ts'
import leveling, { type Reward, type RewardMode, type RoleEffect, type RoleProgress } from './contract.ts'
import { levelProgress } from './curve.ts'
import { roleChange } from './rewards.ts'
import { syncLevelRoles } from './level-roles.ts'
import { levelingMembers as members, levelingRoleRuns as runs } from './table.ts'

/** Discord's largest page of members. */
const pageSize = 1000
/** Members changed before the job hands over to its next run, so that a shutdown never waits long. */
const changesPerRun = 20
const namesShown = 5

/** Members after `cursor`, by id. Nothing is kept in the client's caches. */
const pageAfter = (guild: Guild, cursor: string): Promise<Collection<string, GuildMember>> =>
  guild.members.list({ after: cursor, limit: pageSize, cache: false })

function levelsOf(
  services: Pick<Services, 'db' | 'log' | 'memory'>,
  guildId: string,
  ids: string[],
): (id: string) => number {
  const { db } = services
  activityOf(services).flush()
  const rows = db
    .select({ userId: members.userId, total: members.total })
    .from(members)
    .where(and(eq(members.guildId, guildId), inArray(members.userId, ids)))
    .all()
  const levels = new Map(rows.map(({ userId, total }) => [userId, levelProgress(total).level]))
  return id => levels.get(id) ?? 1
}

/** Bots have no level, and Discord would let somebody skip the rules who is given a role before accepting them. */
const isConcerned = (member: GuildMember) => !member.user.bot && !member.pending

const inOrder = (page: Collection<string, GuildMember>): GuildMember[] =>
  [...page.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))

/** Guilds whose members are being looked through for a preview. */
const looking = new Set<string>()

/**
 * Who would gain and who would lose which role, were these level roles brought in line: nothing is changed.
 * @throws UserError while another preview of the same guild runs
 */
export async function previewRoles(
  services: Pick<Services, 'db' | 'log' | 'memory'>,
  guild: Guild,
  rewards: readonly Reward[],
  mode: RewardMode,
): Promise<{ members: number; effects: RoleEffect[] }> {
  if (looking.has(guild.id))
    throw new UserError('leveling.looking', 'A preview is being worked out already. Try again when it is done.', 429)
  looking.add(guild.id)
  try {
    const effects = new Map(rewards.map(({ roleId }) => [roleId, effectOf(guild, roleId)]))
    let seen = 0
    for (let cursor = '0'; ; ) {
      const page = inOrder(await pageAfter(guild, cursor))
      const levelOf = levelsOf(
        services,
        guild.id,
        page.map(({ id }) => id),
      )
      for (const member of page.filter(isConcerned)) {
        seen++
        note(effects, member, roleChange(levelOf(member.id), heldBy(member), rewards, mode, { strict: true }))
      }
      const last = page.at(-1)
      if (!last || page.length < pageSize) return { members: seen, effects: [...effects.values()] }
      cursor = last.id
    }
  } finally {
    looking.delete(guild.id)
  }
}

const heldBy = (member: GuildMember): ReadonlySet<string> => new Set(member.roles.cache.keys())

function effectOf(guild: Guild, roleId: string): RoleEffect {
  const role = guild.roles.cache.get(roleId)
  const problem = role ? (handOutProblem(role) ?? null) : 'This role no longer exists.'
  return { roleId, gains: 0, loses: 0, gainers: [], losers: [], problem }
}

function note(effects: Map<string, RoleEffect>, member: GuildMember, change: { give: string[]; take: string[] }): void {
  const name = inert(member.displayName)
  for (const id of change.give) {
    const effect = effects.get(id)
    if (effect && effect.gains++ < namesShown) effect.gainers.push(name)
  }
  for (const id of change.take) {
    const effect = effects.get(id)
    if (effect && effect.loses++ < namesShown) effect.losers.push(name)
  }
}

const counts = z.object({ members: z.number(), given: z.number(), taken: z.number(), failed: z.number() })
const none = { members: 0, given: 0, taken: 0, failed: 0 }

/** How far the guild's last run is; null when there was none. */
export function progressOf({ db }: Pick<Services, 'db'>, guildId: string): RoleProgress | null {
  const run = db.select().from(runs).where(eq(runs.guildId, guildId)).get()
  if (!run) return null
  const { state, startedAt, finishedAt } = run
  return { state, ...counts.parse(run.counts), startedAt, finishedAt }
}

const schedule = ({ scheduler, now }: Pick<Services, 'scheduler' | 'now'>, guildId: string) =>
  scheduler.at(roleRunJob, { at: now(), guildId, key: guildId })

/** Brings every member's level roles in line with the saved settings, in the background. A run under way starts anew. */
export function startRun(services: Pick<Services, 'db' | 'scheduler' | 'now'>, guildId: string): RoleProgress {
  const begun = { state: 'running', cursor: '0', counts: none, startedAt: services.now(), finishedAt: null } as const
  services.db.transaction(() => {
    services.db
      .insert(runs)
      .values({ guildId, ...begun })
      .onConflictDoUpdate({ target: runs.guildId, set: begun })
      .run()
    schedule(services, guildId)
  })
  return { state: 'running', ...none, startedAt: begun.startedAt, finishedAt: null }
}

/** One piece of a run; what was done is kept after each member, so that a restart goes on where it stopped. */
async function runPiece(services: Services, guild: Guild): Promise<void> {
  const { db, settings, now } = services
  const run = db.select().from(runs).where(eq(runs.guildId, guild.id)).get()
  if (run?.state !== 'running') return
  const thisRun = and(eq(runs.guildId, guild.id), eq(runs.startedAt, run.startedAt))
  const own = settings.read(guild.id, leveling)
  const done = counts.parse(run.counts)
  const page = inOrder(await pageAfter(guild, run.cursor))
  const levelOf = levelsOf(
    services,
    guild.id,
    page.map(({ id }) => id),
  )
  let changes = 0
  for (const member of page) {
    if (changes >= changesPerRun) break
    if (isConcerned(member)) {
      const { given, taken, failed } = await syncLevelRoles(services, member, levelOf(member.id), own, { strict: true })
      changes += given + taken + failed
      done.members++
      done.given += given
      done.taken += taken
      done.failed += failed
    }
    db.update(runs).set({ cursor: member.id, counts: done }).where(thisRun).run()
  }
  if (page.length === pageSize || changes >= changesPerRun) schedule(services, guild.id)
  else db.update(runs).set({ state: 'done', finishedAt: now() }).where(thisRun).run()
}

export const roleRunJob = job({
  async run(services, _payload, { guildId, attempt }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    try {
      if (!guild.available)
        throw new UserError('leveling.unavailable', 'Discord does not show this server right now.', 503)
      await runPiece(services, guild)
    } catch (error) {
      if (attempt >= mostAttempts)
        services.db
          .update(runs)
          .set({ state: 'failed', finishedAt: services.now() })
          .where(eq(runs.guildId, guild.id))
          .run()
      throw error
    }
  },
})
