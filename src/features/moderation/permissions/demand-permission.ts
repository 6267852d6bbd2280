import { type Guild, type GuildMember, type PermissionsString, Status } from 'discord.js'
import { freshMember } from '#kit/fresh-member.ts'
import { UserError } from '#kit/errors.ts'
import { permissionName } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import { type Obstacle, type Person, obstacleTo } from './hierarchy.ts'

/**
 * Somebody's membership as it is now: from the cache while Discord keeps it fresh, else fetched.
 * @returns undefined when they are not in the server
 * @throws what Discord answers otherwise
 */
export async function memberNow(guild: Guild, userId: string): Promise<GuildMember | undefined> {
  const known = guild.shard.status === Status.Ready ? guild.members.cache.get(userId) : undefined
  if (known && !known.partial) return known
  return freshMember(guild, userId)
}

function personOf(member: GuildMember): Person {
  const { id, rawPosition: position } = member.roles.highest
  return { id: member.id, top: { id, position }, administrator: member.permissions.has('Administrator') }
}

/** What is to be done: 'ban', and what Discord asks for it. */
export interface Deed {
  verb: string
  /** Whether Discord compares the bot's highest role with the target's. */
  ranked: boolean
  timeout?: boolean
}

const sentences: Record<Obstacle, (deed: string, target: GuildMember, me: GuildMember) => string> = {
  yourself: deed => `You cannot ${deed} yourself.`,
  me: deed => `I cannot ${deed} myself.`,
  owner: deed => `Nobody can ${deed} the server owner.`,
  'you too low': (deed, target) =>
    `You cannot ${deed} ${nameOf(target)}: your highest role must be above theirs, “${inert(target.roles.highest.name)}”.`,
  administrator: (_deed, target) =>
    `${nameOf(target)} is an administrator, and Discord lets nobody time out administrators. Take that permission away first, or kick them.`,
  'me too low': (deed, target, me) =>
    `I cannot ${deed} ${nameOf(target)}: my role “${inert(me.roles.highest.name)}” must be above theirs, “${inert(target.roles.highest.name)}”. Move my role up in Server Settings > Roles.`,
}

const nameOf = (member: GuildMember) => inert(member.displayName)

/**
 * Checks Discord's role hierarchy on the members as they are now.
 * @param actor who asked for it; null when the product itself acts
 * @throws UserError that says who stands too low and what to do
 */
export async function demandRank(actor: GuildMember | null, target: GuildMember, deed: Deed): Promise<void> {
  const { guild } = target
  const me = guild.members.me ?? (await guild.members.fetchMe())
  const obstacle = obstacleTo({
    ownerId: guild.ownerId,
    actor: actor && personOf(actor),
    bot: personOf(me),
    target: personOf(target),
    ranked: deed.ranked,
    timeout: deed.timeout ?? false,
  })
  if (!obstacle) return
  const code = `moderation.${obstacle.replaceAll(' ', '-')}`
  throw new UserError(code, sentences[obstacle](deed.verb, target, me), 403)
}

/** @throws UserError when the bot lacks the permission in the server */
export async function demandPermission(guild: Guild, permission: PermissionsString): Promise<void> {
  const me = guild.members.me ?? (await guild.members.fetchMe())
  if (me.isCommunicationDisabled())
    throw new UserError('moderation.timed-out', 'I am timed out in this server. Remove my timeout first.', 403)
  if (!me.permissions.has(permission))
    throw new UserError(
      'moderation.lacking',
      `I need ${permissionName(permission)} for that. Give it to my role in Server Settings > Roles.`,
      403,
    )
}
