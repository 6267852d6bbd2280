import type { Guild, GuildMember } from 'discord.js'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { type Plan, plan, type Services } from '#kernel/feature.ts'
import { autoGrantProblem } from '#kit/role-grants.ts'
import { inert } from '#kit/template.ts'
import leveling, { type Reward, type RewardMode } from '../contract.ts'
import type { RoleEffect, RoleProgress } from './contract.ts'
import { levelsOf, memberPage, memberPages } from '../guild-members.ts'
import { roleChange } from './rewards.ts'
import { neededForBatch } from './permissions.ts'
import { followLevel, takeUpTo } from './follow-level.ts'
import { type RoleBatch, roleRows } from './rows.ts'
import { batchReversal } from '../xp-changes/undo.ts'
import { changedBy } from '../xp-changes/change-xp.ts'

const namesShown = 5

/** Guilds whose members are being checked for a preview. */
const looking = new Set<string>()

/**
 * Which members would gain or lose which role if these level roles were applied; nothing is changed.
 * @throws UserError while another preview of the same guild is running
 */
export async function previewRoles(
  services: Pick<Services, 'access' | 'db' | 'log' | 'memory' | 'now'>,
  guild: Guild,
  { rewards, mode, take }: { rewards: readonly Reward[]; mode: RewardMode; take: boolean },
): Promise<{ members: number; effects: RoleEffect[] }> {
  if (looking.has(guild.id))
    throw new UserError('leveling.looking', 'A preview is already in progress. Try again when it is done.', 429)
  looking.add(guild.id)
  try {
    const effects = new Map(rewards.map(({ roleId }) => [roleId, effectOf(services, guild, roleId)]))
    let seen = 0
    for await (const page of memberPages(guild)) {
      const levelOf = levelsOf(services, guild.id, page.map(idOf))
      for (const member of page) {
        seen++
        note(effects, member, roleChange(levelOf(member.id), heldBy(member), rewards, mode, takeUpTo({ take })))
      }
    }
    return { members: seen, effects: [...effects.values()] }
  } finally {
    looking.delete(guild.id)
  }
}

const idOf = ({ id }: GuildMember) => id
const heldBy = (member: GuildMember): ReadonlySet<string> => new Set(member.roles.cache.keys())

function effectOf({ access }: Pick<Services, 'access'>, guild: Guild, roleId: string): RoleEffect {
  const role = guild.roles.cache.get(roleId)
  const problem = role ? (autoGrantProblem(access, role) ?? null) : 'This role no longer exists.'
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

/** The states of a run, as shown to people. */
const states: Record<RoleBatch['state'], RoleProgress['state']> = {
  following: 'running',
  followed: 'done',
  stopped: 'failed',
  undoing: 'running',
  undone: 'undone',
}

const count = z.number().default(0)
const counts = z.object({ members: count, given: count, taken: count, failed: count })

/** The progress of the guild's last run for everybody; null if there was none. */
export function progressOf({ db, plans }: Pick<Services, 'db' | 'plans'>, guildId: string): RoleProgress | null {
  const run = plans.latest(roleRun, guildId)
  const batch = roleRows(db, guildId).latest('roles')
  if (!run || !batch) return null
  const { startedAt, finishedAt } = run
  return { batch: batch.batch, state: states[batch.state], ...counts.parse(run.counts), startedAt, finishedAt }
}

type Starting = Pick<Services, 'db' | 'plans' | 'now'>

/**
 * Brings every member's level roles in line with the saved settings, in the background. A run in progress starts over.
 * @param take also takes level roles that a member's level does not include
 */
export function startRun(
  services: Starting,
  { guildId, byId, take }: { guildId: string; byId: string; take: boolean },
): RoleProgress | null {
  const { db, plans, now } = services
  const batch = `roles-${randomBytes(8).toString('hex')}`
  db.transaction(() => {
    plans.start(roleRun, { guildId, byId, input: { batch } })
    roleRows(db, guildId).openBatch({ batch, at: now(), take })
  })
  return progressOf(services, guildId)
}

/** The same for only the members whose XP a batch has changed. */
export function followBatch(
  { db, plans, now, settings }: Starting & Pick<Services, 'settings'>,
  guildId: string,
  { batch, byId, take }: { batch: string; byId: string; take: boolean },
): void {
  if (settings.read(guildId, leveling).levelRoles.length === 0) return
  roleRows(db, guildId).openBatch({ batch, at: now(), take })
  plans.start(batchRun, { guildId, byId, input: { batch } })
}

const input = z.object({ batch: z.string() }).prefault({ batch: 'roles-earlier' })
const step = z.object({ userId: z.string() })

/**
 * Finds members whose roles do not match their level, one page at a time; each is checked again when their turn comes.
 */
const following = (
  concerns: (services: Services, guildId: string, batch: string, members: GuildMember[]) => GuildMember[],
): Omit<Plan<typeof input, typeof step>, 'title' | 'again'> => ({
  input,
  step,
  async page(services, { guild, input: { batch: name } }, cursor) {
    const batch = roleRows(services.db, guild.id).batch(name)
    if (batch?.state !== 'following') return { steps: [], next: null }
    const page = await memberPage(guild, cursor)
    const members = concerns(services, guild.id, name, page.members)
    const { levelRoles, rewardMode } = services.settings.read(guild.id, leveling)
    const levelOf = levelsOf(services, guild.id, members.map(idOf))
    const steps = members.flatMap(member => {
      const { give, take } = roleChange(levelOf(member.id), heldBy(member), levelRoles, rewardMode, takeUpTo(batch))
      const isDue = take.length > 0 || give.some(id => guild.roles.cache.has(id))
      return isDue ? [{ userId: member.id }] : []
    })
    return { steps, next: page.next, counts: { members: members.length } }
  },
  run: (services, { userId }, { guild, input: { batch } }) => followLevel(services, guild, userId, batch),
  done: ({ db }, { guild, input: { batch } }) =>
    void roleRows(db, guild.id).moveBatch(batch, ['following'], 'followed'),
  abandoned: ({ db }, { guildId, input: { batch } }) =>
    void roleRows(db, guildId).moveBatch(batch, ['following'], 'stopped'),
})

export const roleRun = plan({
  ...following((_services, _guildId, _batch, members) => members),
  title: 'Level roles for everybody',
  permissions: ['ManageRoles'],
  again: 'replace',
  reversal: batchReversal,
  told: {
    cancel: 'Roles that it has given or taken so far stay. They can be undone under Levels.',
    undo: 'Every member gets back the roles that it took and loses those that it gave, but for what somebody has given or taken since.',
  },
})

export const batchRun = plan({
  ...following(({ db }, guildId, batch, members) => {
    const changed = changedBy(db, guildId, batch, members.map(idOf))
    return members.filter(({ id }) => changed.has(id))
  }),
  title: 'Level roles after an import or a reset',
  permissions: neededForBatch,
  again: 'alongside',
})
