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
import { entryLimit } from '#kit/cache-capacity.ts'
import type { Need, RightName } from '#contract'
import { isTimedOut } from '#kit/discord-time.ts'

/**
 * What somebody may do in a guild, from least to most. Computed from the guild at each call, never kept from sign-in.
 */
export type Level = 'none' | 'visit' | 'view' | 'manage' | 'owner'

/**
 * What a command or a control can require of its caller: one of Discord's permissions in the channel, a right that a
 * feature supplies, being the guild's owner, or being an operator of the bot.
 */
export type CallerNeed = PermissionsString | RightName | 'owner' | 'operator'

/** Whether a need is a right: rights contain a full stop, levels and permissions never do. */
export const isRight = (need: string): need is RightName => need.includes('.')

/** A right, with the check by the feature that supplies it. */
export interface NamedRight {
  title: string
  /** The sentence for somebody who lacks it, if the usual one does not fit. */
  refusal?: string | undefined
  holds(member: GuildMember, level: Level): boolean
}

/** Levels that a feature assigns itself, in place of those derived from the server's permissions. */
export interface OwnLevels {
  /** The level of a member who is not the owner, not timed out and not a bot. */
  of(member: GuildMember): Level
  /** The sentence shown to somebody whose level is too low. */
  refusal: string
}

/** Why somebody is exempt from the bot's moderation. */
interface Protection {
  /** Who they are, as the end of a sentence: 'on the anti-nuke whitelist'. */
  as: string
  /** Who may moderate them nonetheless: 'the owner or an extra owner'. */
  by: string
  /** Whether this moderator may. */
  yieldsTo(moderator: GuildMember): boolean
}

type Protecting = (guild: Guild, userId: string) => Protection | undefined

type Suspending = (guild: Guild, userId: string) => string | undefined

/**
 * The level that a feature gives a member beyond what their permissions say.
 * @param feature the feature it applies to; undefined for the server as a whole
 */
type Grant = (guild: Guild, member: GuildMember, feature: string | undefined) => Level

export interface Access {
  /**
   * Returns somebody's level in the server as a whole; fetches the member when they are not cached. 'none' for people
   * who are not members, for guilds without the bot, and while Discord is unreachable.
   */
  level(guildId: string, userId: string): Promise<Level>
  /** Returns null for people who are not members and while Discord is unreachable. */
  member(guild: Guild, userId: string): Promise<GuildMember | null>
  /** The member's level in `feature`, or in the server as a whole when none is given. */
  levelOf(guild: Guild, member: GuildMember, feature?: string): Level
  /** Whether `level` is enough for `need`. Rights are checked with {@link has}. */
  allows(level: Level, need: Exclude<Need, RightName>): boolean
  /**
   * Whether the member has the level or right that `feature` needs, at this moment. The server's owner has every right.
   */
  has(member: GuildMember, need: Need, feature: string): boolean
  /** The title of a right. @throws Error when no feature supplies it */
  titleOf(right: RightName): string
  /** The feature's own sentence for somebody who lacks a need; undefined when the kernel should word it. */
  refusalOf(need: Need, feature: string): string | undefined
  /** Whether a role gives its holders extra rights, so that nothing may assign it automatically. */
  bringsRights(guild: Guild, roleId: string): boolean
  /**
   * Adds a source of extra rights, such as a list of extra owners. It can only raise a member's level.
   * @param more.byRole whether it raises the level of everybody who has a role
   * @param more.most the highest level it gives; it is not asked about members who have that level already
   */
  supply(grant: Grant, more?: { byRole?: (guild: Guild, roleId: string) => boolean; most?: Level }): void
  /** Why neither automatic rules nor moderators can act on somebody through the bot; undefined for nearly everybody. */
  protection(guild: Guild, userId: string): Protection | undefined
  /** Adds a source of protection. It is asked about every message that breaks a rule, so it must be fast. */
  protect(source: Protecting): void
  /** Why the bot obeys nothing that somebody asks of it, as a sentence for them; undefined for nearly everybody. */
  suspension(guild: Guild, userId: string): string | undefined
  /** Adds a source of suspensions. It is asked whenever somebody's rights are checked, so it must be fast. */
  suspend(source: Suspending): void
}

const rank: Record<Level, number> = { none: 0, visit: 1, view: 2, manage: 3, owner: 4 }

const higher = (a: Level, b: Level): Level => (rank[b] > rank[a] ? b : a)

const isAdministrator = (member: GuildMember) => member.permissions.has(PermissionFlagsBits.Administrator, false)

const isSilenced = (member: GuildMember) => isTimedOut(member) && !isAdministrator(member)

/**
 * The level that the guild's own permissions give. Somebody who is timed out can only view and read, unless they are an
 * administrator: https://discord.com/developers/docs/topics/permissions#permissions-for-timed-out-members
 */
function levelFromPermissions(guild: Guild, member: GuildMember): Level {
  if (guild.ownerId === member.id) return 'owner'
  if (isAdministrator(member)) return 'manage'
  if (isTimedOut(member)) return 'none'
  return member.permissions.has(PermissionFlagsBits.ManageGuild, false) ? 'manage' : 'none'
}

/** For how long somebody who is not in a guild is not looked up again there, unless they join (ms). */
const strangerMs = 10_000

const isStranger = (error: unknown) =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMember

/**
 * Creates the checks of who may do what. Every call looks at the live guild.
 * @param options.rights the rights that features supply, by name
 * @param options.levels the features that assign levels themselves, by name
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
  // Anybody can sign in and ask about any guild: that must not use up the bot's rate limits at Discord.
  const strangers = new LRUCache<string, true>({ ...entryLimit(10_000), ttl: strangerMs })
  options.client.on('guildMemberAdd', ({ guild, id }) => strangers.delete(`${guild.id}/${id}`))

  /** Finds a member. One page asks several times at once; Discord is asked once. */
  const memberOf = (guild: Guild, userId: string): Promise<GuildMember | undefined> => {
    const key = `${guild.id}/${userId}`
    // While this guild's shard is disconnected, the cache may hold rights that were taken away: ask Discord itself.
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
      levelFromPermissions(guild, member),
    )

  /**
   * Anybody with a level in the server may at least visit a feature that assigns its own levels, where they are shown
   * that it is restricted.
   */
  const levelFromFeature = ({ of }: OwnLevels, guild: Guild, member: GuildMember): Level => {
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
    return own ? levelFromFeature(own, guild, member) : inServer(guild, member, feature)
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
