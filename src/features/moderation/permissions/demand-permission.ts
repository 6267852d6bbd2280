import { type Guild, type GuildMember, type PermissionsString, Status } from 'discord.js'
import { freshMember } from '#kit/fresh-member.ts'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { permissionName } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import { actedLately } from '../acts/own-acts.ts'
import { type HierarchyProblem, type RankedMember, hierarchyProblem } from './hierarchy.ts'
import { isTimedOut } from '#kit/discord-time.ts'

/**
 * Returns somebody's membership as it is now: from the cache while Discord keeps that up to date, otherwise fetched.
 * The cache is not used right after an act of ours, whose event may arrive later than its response, nor during an
 * outage.
 * @returns undefined if they are not in the server
 * @throws any other error from Discord
 */
export async function currentMember(
  services: Pick<Services, 'db' | 'memory' | 'now'>,
  guild: Guild,
  userId: string,
): Promise<GuildMember | undefined> {
  const cached = guild.shard.status === Status.Ready ? guild.members.cache.get(userId) : undefined
  const known = cached?.partial === false ? cached : undefined
  return known && !actedLately(services, guild.id, userId) ? known : freshMember(guild, userId)
}

function rankedMember(member: GuildMember): RankedMember {
  const { id, rawPosition: position } = member.roles.highest
  return { id: member.id, highestRole: { id, position }, administrator: member.permissions.has('Administrator') }
}

/** The act to check: its verb, and what Discord requires for it. */
interface AttemptedAction {
  verb: string
  /** Whether Discord compares the bot's highest role with the target's. */
  comparesBotRole: boolean
  timeout?: boolean
}

const sentences: Record<HierarchyProblem, (verb: string, target: GuildMember, me: GuildMember) => string> = {
  yourself: verb => `You cannot ${verb} yourself.`,
  me: verb => `I cannot ${verb} myself.`,
  owner: verb => `Nobody can ${verb} the server owner.`,
  'you too low': (verb, target) =>
    `You cannot ${verb} ${nameOf(target)}: your highest role must be above theirs, “${inert(target.roles.highest.name)}”.`,
  administrator: (_verb, target) =>
    `${nameOf(target)} is an administrator, and Discord lets nobody time out administrators. Remove that permission first, or kick them.`,
  'me too low': (verb, target, me) =>
    `I cannot ${verb} ${nameOf(target)}: my role “${inert(me.roles.highest.name)}” must be above theirs, “${inert(target.roles.highest.name)}”. Move my role up in Server Settings > Roles.`,
}

const nameOf = (member: GuildMember) => inert(member.displayName)

/**
 * Checks Discord's role hierarchy for the members as they are now.
 * @param actor who asked for the act; null if the bot acts on its own
 * @throws UserError that says whose role is too low and what to do
 */
export async function demandHierarchy(
  actor: GuildMember | null,
  target: GuildMember,
  attempt: AttemptedAction,
): Promise<void> {
  const { guild } = target
  const me = guild.members.me ?? (await guild.members.fetchMe())
  const problem = hierarchyProblem({
    ownerId: guild.ownerId,
    actor: actor && rankedMember(actor),
    bot: rankedMember(me),
    target: rankedMember(target),
    comparesBotRole: attempt.comparesBotRole,
    timeout: attempt.timeout ?? false,
  })
  if (!problem) return
  const code = `moderation.${problem.replaceAll(' ', '-')}`
  throw new UserError(code, sentences[problem](attempt.verb, target, me), 403)
}

/** @throws UserError if the bot lacks the permission in the server */
export async function demandPermission(guild: Guild, permission: PermissionsString): Promise<void> {
  const me = guild.members.me ?? (await guild.members.fetchMe())
  if (isTimedOut(me))
    throw new UserError('moderation.timed-out', 'I am timed out in this server. Remove my timeout first.', 403)
  if (!me.permissions.has(permission))
    throw new UserError(
      'moderation.lacking',
      `I need ${permissionName(permission)} for that. Give it to my role in Server Settings > Roles.`,
      403,
    )
}
