import {
  type Client,
  DiscordAPIError,
  type Guild,
  type GuildMember,
  PermissionFlagsBits,
  type PermissionsString,
  RESTJSONErrorCodes,
  Status,
} from 'discord.js'
import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/cache-capacity.ts'
import type { Need, RightName } from '#contract'
import { isTimedOut } from './discord/discord-time.ts'

/** What somebody may do in a guild, least to most. Computed live from the guild, never remembered from sign-in. */
export type Level = 'none' | 'visit' | 'view' | 'manage' | 'owner'

/**
 * What a command or a control can ask of its caller: Discord's permissions in the channel, a right that a feature
 * supplies, the guild's owner, whoever runs the bot.
 */
export type CallerNeed = PermissionsString | RightName | 'owner' | 'operator'

/** Recognised by its full stop: no level or permission contains one. */
export const isRight = (need: string): need is RightName => need.includes('.')

export const isPermission = (need: CallerNeed): need is PermissionsString => need in PermissionFlagsBits

/** A right as the feature that supplies it judges it. */
export interface NamedRight {
  title: string
  refusal?: string | undefined
  holds(member: GuildMember, level: Level): boolean
}

/** Levels that a feature gives by itself, in place of those of the server. */
export interface OwnLevels {
  /** A member's, who is neither the owner nor timed out nor a bot. */
  of(member: GuildMember): Level
  /** What somebody below is told. */
  refusal: string
}

/** Why the bot does nothing to somebody for moderation's sake. */
interface Protection {
  /** Who they are, as the end of a sentence: 'on the whitelist of Anti-nuke'. */
  as: string
  /** Who may do it nonetheless: 'the owner or an extra owner'. */
  by: string
  /** Whether a moderator is one of those. */
  yieldsTo(moderator: GuildMember): boolean
}

type Protecting = (guild: Guild, userId: string) => Protection | undefined

type Suspending = (guild: Guild, userId: string) => string | undefined

/**
 * A feature's reason to let a member do more than their permissions say.
 * @param feature in which feature; undefined asks for what they may do in the server as a whole
 */
type Grant = (guild: Guild, member: GuildMember, feature: string | undefined) => Level

export interface Access {
  /**
   * Fetches the member where it is not cached. 'none' for strangers, guilds without the bot, and while Discord is
   * unreachable.
   */
  level(guildId: string, userId: string): Promise<Level>
  /** Null for strangers and while Discord is unreachable. */
  member(guild: Guild, userId: string): Promise<GuildMember | null>
  /** In one feature, or without one in the server as a whole. */
  levelOf(guild: Guild, member: GuildMember, feature?: string): Level
  /** Whether `level` suffices for `need`, which is no right. */
  allows(level: Level, need: Exclude<Need, RightName>): boolean
  /** Whether the member is or holds what `feature` needs, now. The server's owner holds every right. */
  has(member: GuildMember, need: Need, feature: string): boolean
  /** What a right is called. @throws Error when no feature supplies it */
  titleOf(right: RightName): string
  /** What a feature itself has to say to somebody who lacks a need of it; undefined leaves the words to the kernel. */
  refusalOf(need: Need, feature: string): string | undefined
  /** Whether a role brings extra rights to whoever holds it, so that nobody may come to it by an automatism. */
  bringsRights(guild: Guild, roleId: string): boolean
  /**
   * Adds a source of extra rights, such as a list of extra owners. It can only raise a member's level.
   * @param more.byRole whether it raises that of whoever holds a role
   * @param more.most what it gives at the most: whoever has that is not asked about
   */
  supply(grant: Grant, more?: { byRole?: (guild: Guild, roleId: string) => boolean; most?: Level }): void
  /** Why neither rules nor moderators do anything to somebody through the bot; undefined for nearly everybody. */
  protection(guild: Guild, userId: string): Protection | undefined
  /** Adds a source of such reasons. Asked for every message that breaks a rule: must not take long. */
  protect(source: Protecting): void
  /** Why the bot does nothing that somebody tells it to, as a sentence for them; undefined for nearly everybody. */
  suspension(guild: Guild, userId: string): string | undefined
  /** Adds a source of such reasons. Asked whenever somebody's rights are: must not take long. */
  suspend(source: Suspending): void
}

const rank: Record<Level, number> = { none: 0, visit: 1, view: 2, manage: 3, owner: 4 }

const higher = (a: Level, b: Level): Level => (rank[b] > rank[a] ? b : a)

const isAdministrator = (member: GuildMember) => member.permissions.has(PermissionFlagsBits.Administrator, false)

const isSilenced = (member: GuildMember) => isTimedOut(member) && !isAdministrator(member)

/**
 * What the guild itself says. Somebody timed out keeps only viewing and reading, unless they are an administrator:
 * https://discord.com/developers/docs/topics/permissions#permissions-for-timed-out-members
 */
function ownLevel(guild: Guild, member: GuildMember): Level {
  if (guild.ownerId === member.id) return 'owner'
  if (isAdministrator(member)) return 'manage'
  if (isTimedOut(member)) return 'none'
  return member.permissions.has(PermissionFlagsBits.ManageGuild, false) ? 'manage' : 'none'
}

/** How long before we ask again about somebody who is not in a guild, unless they join. */
const strangerMs = 10_000

const isStranger = (error: unknown) =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMember

/**
 * Who may do what, asked of the live guild at every call.
 * @param options.rights what features supply, by name
 * @param options.levels of features that give them by themselves, by name
 */
export function createAccess(options: {
  client: Client
  rights?: ReadonlyMap<string, NamedRight>
  levels?: ReadonlyMap<string, OwnLevels>
}): Access {
  const grants: { grant: Grant; most: Level }[] = []
  const protecting: Protecting[] = []
  const suspending: Suspending[] = []
  const rolesWithRights: ((guild: Guild, roleId: string) => boolean)[] = []
  const asking = new Map<string, Promise<GuildMember | undefined>>()
  // Anybody can sign in and ask about any guild: that must not use up what Discord lets the bot ask.
  const strangers = new LRUCache<string, true>({ ...upTo(10_000), ttl: strangerMs })
  options.client.on('guildMemberAdd', ({ guild, id }) => strangers.delete(`${guild.id}/${id}`))

  /** A page asks several times at once; Discord is asked once. */
  const memberOf = (guild: Guild, userId: string): Promise<GuildMember | undefined> => {
    const key = `${guild.id}/${userId}`
    // While this guild's shard is not connected the cache may hold rights that were taken away: ask Discord itself.
    const live = guild.shard.status === Status.Ready
    const known = live ? guild.members.cache.get(userId) : undefined
    if (known || strangers.has(key)) return Promise.resolve(known)
    const question =
      asking.get(key) ??
      guild.members
        .fetch({ user: userId, force: true })
        .catch((error: unknown) => {
          if (isStranger(error)) strangers.set(key, true)
          return undefined
        })
        .finally(() => asking.delete(key))
    asking.set(key, question)
    return question
  }

  const inServer = (guild: Guild, member: GuildMember, feature: string | undefined): Level =>
    grants.reduce(
      (level, { grant, most }) => (rank[level] >= rank[most] ? level : higher(level, grant(guild, member, feature))),
      ownLevel(guild, member),
    )

  /** Whoever may do anything in the server may visit what a feature keeps to itself, and is told that it does. */
  const inItself = ({ of }: OwnLevels, guild: Guild, member: GuildMember): Level => {
    if (guild.ownerId === member.id) return 'owner'
    const least = inServer(guild, member, undefined) === 'none' ? 'none' : 'visit'
    return isSilenced(member) ? least : higher(least, of(member))
  }

  const suspension: Access['suspension'] = (guild, userId) => {
    if (guild.ownerId === userId) return undefined
    for (const source of suspending) {
      const why = source(guild, userId)
      if (why !== undefined) return why
    }
    return undefined
  }

  const levelOf: Access['levelOf'] = (guild, member, feature) => {
    if (member.user.bot || suspension(guild, member.id) !== undefined) return 'none'
    const own = feature === undefined ? undefined : options.levels?.get(feature)
    return own ? inItself(own, guild, member) : inServer(guild, member, feature)
  }

  const allows: Access['allows'] = (level, need) =>
    need === 'anyone' || need === 'signed-in' || rank[level] >= rank[need]

  const rightCalled = (name: RightName): NamedRight => {
    const right = options.rights?.get(name)
    if (!right) throw new Error(`no feature supplies the right '${name}'`)
    return right
  }

  return {
    levelOf,
    member: async (guild, userId) => (await memberOf(guild, userId)) ?? null,
    async level(guildId, userId) {
      const guild = options.client.guilds.cache.get(guildId)
      if (!guild?.available) return 'none'
      const member = await memberOf(guild, userId)
      return member ? levelOf(guild, member) : 'none'
    },
    allows,
    has(member, need, feature) {
      const { guild } = member
      if (!isRight(need)) return allows(levelOf(guild, member, feature), need)
      if (guild.ownerId === member.id) return true
      if (member.user.bot || isSilenced(member) || suspension(guild, member.id) !== undefined) return false
      return rightCalled(need).holds(member, levelOf(guild, member, need.split('.', 1)[0]))
    },
    titleOf: name => rightCalled(name).title,
    refusalOf: (need, feature) => (isRight(need) ? rightCalled(need).refusal : options.levels?.get(feature)?.refusal),
    bringsRights: (guild, roleId) => rolesWithRights.some(byRole => byRole(guild, roleId)),
    supply(grant, { byRole, most = 'owner' } = {}) {
      grants.push({ grant, most })
      if (byRole) rolesWithRights.push(byRole)
    },
    protection(guild, userId) {
      for (const source of protecting) {
        const found = source(guild, userId)
        if (found) return found
      }
      return undefined
    },
    protect: source => void protecting.push(source),
    suspension,
    suspend: source => void suspending.push(source),
  }
}
