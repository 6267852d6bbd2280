import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import { freshMember } from '#kit/fresh-member.ts'
import { switchedOn } from '#kernel/events/events.ts'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import { giveRole } from '#kernel/rights/give-role.ts'
import { snowflake } from '#contract'
import autorole from './contract.ts'
import { rolesAtDeparture, markRestored } from './sticky-roles.ts'
import { planRoles } from './role-plan.ts'

const minute = 60_000
/** For how long to check whether a member has accepted the rules; after that, only the gateway tells. */
const longestWaitMs = 7 * 24 * 60 * minute
/** The gateway reports at once when a member accepts the rules; this catches what was missed while offline. */
const recheckMs = 30 * minute

const newcomer = z.object({ userId: snowflake, joinedAt: z.number() })
type Payload = z.output<typeof newcomer>
/** Gives the roles; scheduled when somebody joins or has accepted the rules. */
const giving = jobHandle(newcomer)
/** Checks whether somebody has accepted the rules. */
const looking = jobHandle(newcomer)
const keyOf = (guildId: string, userId: string) => `${guildId}/${userId}`

/** Schedules a new member's roles `delayMinutes` after they joined. A second call replaces the first. */
export function scheduleRoles(services: Services, guildId: string, payload: Payload): void {
  const delayMs = services.settings.read(guildId, autorole).delayMinutes * minute
  const now = services.now()
  services.scheduler.at(giving, {
    // Discord's clock may be ahead of ours.
    at: Math.min(now + delayMs, Math.max(now, payload.joinedAt + delayMs)),
    key: keyOf(guildId, payload.userId),
    guildId,
    payload,
  })
}

const waitForRules = ({ scheduler, now }: Services, guildId: string, payload: Payload) =>
  scheduler.at(looking, {
    at: now() + recheckMs,
    key: keyOf(guildId, payload.userId),
    guildId,
    payload,
  })

/** Whether a member's roles are scheduled already. */
export const isGiving = ({ scheduler }: Services, guildId: string, userId: string): boolean =>
  scheduler.waits(giving, keyOf(guildId, userId))

/** Stops checking whether a member has accepted the rules. @returns whether that was being checked */
export const stopWaiting = ({ scheduler }: Services, guildId: string, userId: string): boolean =>
  scheduler.cancel(looking, keyOf(guildId, userId))

/** Cancels everything scheduled for a member whose data is erased. */
export function cancelRoles({ scheduler }: Services, guildId: string, userId: string): void {
  for (const handle of [giving, looking]) scheduler.cancel(handle, keyOf(guildId, userId))
}

/** The member, freshly read from Discord; undefined if they or the bot have left, or the module is off. */
async function presentMember(services: Services, guildId: string, userId: string): Promise<GuildMember | undefined> {
  const guild = services.client.guilds.cache.get(guildId)
  const feature = services.features.find(({ contract }) => contract.name === autorole.name)
  if (!guild || !feature || !switchedOn(services, feature, guildId)) return undefined
  return freshMember(guild, userId)
}

/** Safe to repeat: roles the member already has are skipped. */
async function giveRoles(services: Services, payload: Payload, guildId: string | null): Promise<void> {
  const member = guildId === null ? undefined : await presentMember(services, guildId, payload.userId)
  if (!member || guildId === null) return
  const plan = planRoles(services.settings.read(guildId, autorole), {
    bot: member.user.bot,
    pending: member.pending,
    currentRoles: [...member.roles.cache.keys()],
    rolesAtDeparture: rolesAtDeparture(services.db, guildId, payload.userId),
  })
  if (plan.kind === 'wait') {
    if (services.now() < payload.joinedAt + longestWaitMs) waitForRules(services, guildId, payload)
    return
  }
  for (const roleId of plan.roleIds)
    await giveRole(services, autorole, { member, roleId, why: 'Auto Roles: joined the server' })
  markRestored(services.db, guildId, payload.userId)
}

/** A member who accepted the rules while the bot was offline gets their roles, too. */
async function recheck(services: Services, payload: Payload, guildId: string | null): Promise<void> {
  const member = guildId === null ? undefined : await presentMember(services, guildId, payload.userId)
  if (!member || guildId === null) return
  if (!member.pending) scheduleRoles(services, guildId, payload)
  else if (services.now() < payload.joinedAt + longestWaitMs) waitForRules(services, guildId, payload)
}

export const assignRoles = job({
  lane: 'answers',
  handle: giving,
  promise: ({ userId }) => `give <@${userId}> the roles for new members`,
  run: (services, payload, { guildId }) => giveRoles(services, payload, guildId),
})

export const checkScreening = job({
  handle: looking,
  promise: ({ userId }) => `see whether <@${userId}> accepted the rules, and give them their roles`,
  run: (services, payload, { guildId }) => recheck(services, payload, guildId),
})
