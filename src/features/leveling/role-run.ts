import { and, eq, inArray } from 'drizzle-orm'
import type { Collection, Guild, GuildMember } from 'discord.js'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { plan, type Services, type PlanProgress } from '#kernel/feature.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { handOutProblem } from '#kit/role-grants.ts'
import { inert } from '#kit/template.ts'
import { activityOf } from './activity.ts'
import leveling, { type Reward, type RewardMode, type RoleEffect, type RoleProgress } from './contract.ts'
import { levelProgress } from './curve.ts'
import { roleChange } from './rewards.ts'
import { syncLevelRoles } from './level-roles.ts'
import { levelingMembers as members } from './table.ts'

/** Discord's largest page of members. */
const pageSize = 1000
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

/** Guilds whose members are being checked for a preview. */
const looking = new Set<string>()

/**
 * Who would gain or lose which role if these level roles were applied; nothing is changed.
 * @throws UserError while another preview of the same guild runs
 */
export async function previewRoles(
  services: Pick<Services, 'db' | 'log' | 'memory'>,
  guild: Guild,
  rewards: readonly Reward[],
  mode: RewardMode,
): Promise<{ members: number; effects: RoleEffect[] }> {
  if (looking.has(guild.id))
    throw new UserError('leveling.looking', 'A preview is already in progress. Try again when it is done.', 429)
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

const count = z.number().default(0)
const counts = z.object({ members: count, given: count, taken: count, failed: count })
/** How a run is described to people; it cannot be undone, and can only be cancelled by starting another. */
const states: Record<PlanProgress['state'], RoleProgress['state']> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'failed',
  undoing: 'running',
  undone: 'done',
}

const shownProgress = ({ state, startedAt, finishedAt, ...run }: PlanProgress): RoleProgress => ({
  state: states[state],
  ...counts.parse(run.counts),
  startedAt,
  finishedAt,
})

/** Progress of the guild's last run; null when there was none. */
export function progressOf({ plans }: Pick<Services, 'plans'>, guildId: string): RoleProgress | null {
  const run = plans.latest(roleRun, guildId)
  return run ? shownProgress(run) : null
}

/** Brings every member's level roles in line with the saved settings, in the background. A run in progress starts over. */
export const startRun = ({ plans }: Pick<Services, 'plans'>, guildId: string): RoleProgress =>
  shownProgress(plans.start(roleRun, { guildId }))

/** Members whose roles are not those of their level, a page of Discord's at a time; each is checked again when their turn comes. */
export const roleRun = plan({
  title: 'Level roles for everybody',
  again: 'replace',
  step: z.object({ userId: z.string() }),
  async page(services, { guild }, cursor) {
    const page = inOrder(await pageAfter(guild, cursor || '0'))
    const { levelRoles, rewardMode } = services.settings.read(guild.id, leveling)
    const levelOf = levelsOf(
      services,
      guild.id,
      page.map(({ id }) => id),
    )
    const concerned = page.filter(isConcerned)
    const steps = concerned.flatMap(member => {
      const { give, take } = roleChange(levelOf(member.id), heldBy(member), levelRoles, rewardMode, { strict: true })
      return give.length + take.length > 0 ? [{ userId: member.id }] : []
    })
    const next = page.length === pageSize ? (page.at(-1)?.id ?? null) : null
    return { steps, next, counts: { members: concerned.length } }
  },
  async run(services, { userId }, { guild }) {
    const member = await freshMember(guild, userId)
    if (!member || !isConcerned(member)) return {}
    const own = services.settings.read(guild.id, leveling)
    const level = levelsOf(services, guild.id, [userId])(userId)
    return { ...(await syncLevelRoles(services, member, level, own, { strict: true })) }
  },
})
