import { DiscordAPIError, type Guild, type GuildMember, RESTJSONErrorCodes, SnowflakeUtil, type User } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { snowflake } from '#contract'
import { UserError } from '#kit/errors.ts'
import { findUser } from '#kit/find-user.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import type { ShownMember } from './contract.ts'
import type { Members } from './members.ts'
import { createAskDiscord } from '../discord/ask-discord.ts'
import { rolesOf } from '../discord/guild-shape.ts'
import { guildContext } from '../context.ts'
import type { Services } from '../feature.ts'
import { hasSeen } from '../storage/stored-table.ts'
import { settingsHistory } from '../storage/table.ts'
import { discordNow } from '#kit/discord-time.ts'

/** For how long a person is shown without asking Discord again (ms). */
const knownMs = 10_000
/**
 * The most requests that one viewer may cause in a minute: one to three for each person who is not cached, and two to
 * show the result of an action. In a raid, a moderator acts on one person after another.
 */
const mostOfViewer = 60
/** The most requests of all viewers of a server together, in addition to those of its other pages. */
const mostOfServer = 120
/** For how long after a person was changed the gateway may not have reported it (ms). */
const unheardMs = 2 * 60_000
const mostChanged = 1000
const pictureOf = { extension: 'png', size: 128 } as const

type Face = Pick<ShownMember, 'name' | 'username' | 'avatarURL' | 'bot'>

type BanWithheld = Exclude<ShownMember['withheld'], 'timeout' | null>

/** A member, as plain values. */
interface Here extends Face {
  joinedAt: number | null
  timedOutUntil: number | null
  roleIds: ReadonlySet<string>
}

const noFace: Face = { name: null, username: null, avatarURL: null, bot: false }

const faceOf = (user: User): Face => ({
  name: user.displayName,
  username: user.username,
  avatarURL: user.displayAvatarURL(pictureOf),
  bot: user.bot,
})

const ofMember = (member: GuildMember): Here => ({
  ...faceOf(member.user),
  name: member.displayName,
  avatarURL: member.displayAvatarURL(pictureOf),
  joinedAt: member.joinedTimestamp,
  timedOutUntil: member.communicationDisabledUntilTimestamp,
  roleIds: new Set(member.roles.cache.keys()),
})

/** The state of a member as reported by the gateway so far, as far as actions change it. */
const toldOf = (member: GuildMember | undefined): string =>
  member ? `${member.communicationDisabledUntilTimestamp} ${[...member.roles.cache.keys()].toSorted().join(' ')}` : ''

/**
 * Creates the look-up of people, which caches Discord's answers for a moment. @param servicesOf returns the services,
 * which are created later
 */
export function createMembers(servicesOf: () => Services, now: () => number): Members {
  const budget = createMinuteBudget(mostOfViewer, now)
  const askDiscord = createAskDiscord(now, mostOfServer)
  /** People who were changed recently, with the number of the change: answers from before it are no longer used. */
  const changes = new LRUCache<string, number>({
    ...entryLimit(mostChanged),
    ttl: unheardMs,
    perf: { now },
    ttlResolution: 0,
  })
  let count = 0
  const lastChange = (guild: Guild, userId: string) => changes.get(`${guild.id} ${userId}`)

  /** Sends one request for a viewer, unless its answer is cached. */
  const ask = <T>({ id, guild }: GuildMember, key: string, request: () => Promise<T>): Promise<T> => {
    const asker = `${guild.id} ${id}`
    return askDiscord({
      guildId: guild.id,
      key,
      ttlMs: knownMs,
      refuse: () => tooMany(budget.secondsLeft(asker)),
      ask() {
        budget.spend(asker)
        return request()
      },
    })
  }

  const findHere = async (viewer: GuildMember, userId: string): Promise<Here | undefined> => {
    const { guild } = viewer
    const change = lastChange(guild, userId)
    const current = guild.members.cache.get(userId)
    if (change === undefined && current?.partial === false) return ofMember(current)
    // What the gateway has reported since is a change, too: an answer from before it is no longer used.
    const since = change === undefined ? '' : `${change} ${toldOf(current)}`
    const found = await ask(viewer, `member ${userId} ${since}`, () => freshMember(guild, userId))
    return found && ofMember(found)
  }

  const faceFor = async (viewer: GuildMember, userId: string): Promise<Face> => {
    const { client } = servicesOf()
    const known = client.users.cache.get(userId)
    const user = known ?? (await ask(viewer, `user ${userId}`, () => findUser(client, userId)))
    // A webhook that was punished is in our tables like a person, but is no user.
    if (user === 'nobody') throw unknown()
    return user ? faceOf(user) : noFace
  }

  /** Returns whether somebody is banned, or why that is not shown. */
  const banOf = async (viewer: GuildMember, userId: string): Promise<boolean | BanWithheld> => {
    const { guild } = viewer
    if (!viewer.permissions.has('BanMembers')) return 'ban'
    if (guild.members.me?.permissions.has('BanMembers') !== true) return 'bans-hidden'
    return ask(viewer, `ban ${userId} ${lastChange(guild, userId) ?? ''}`, () => hasBan(guild, userId))
  }

  /** Whether somebody has changed a setting that the viewer may see in the history. */
  const changedSettings = (viewer: GuildMember, userId: string) => {
    const { access, db } = servicesOf()
    return db
      .selectDistinct({ feature: settingsHistory.feature })
      .from(settingsHistory)
      .where(and(eq(settingsHistory.guildId, viewer.guild.id), eq(settingsHistory.userId, userId)))
      .all()
      .some(({ feature }) => access.has(viewer, 'view', feature))
  }

  /** Whether somebody was seen here, as far as the viewer may know: by a feature, or in the history of settings. */
  const wasSeen = (viewer: GuildMember, userId: string) => {
    const services = servicesOf()
    const { access, db, features } = services
    return (
      changedSettings(viewer, userId) ||
      features.some(
        ({ contract, parts }) =>
          (access.has(viewer, 'view', contract.name) &&
            Object.values(parts.tables ?? {}).some(stored => hasSeen(db, stored, viewer.guild.id, userId))) ||
          parts.hasSeen?.(guildContext(services, contract, viewer.guild), viewer, userId) === true,
      )
    )
  }

  const show: Members['show'] = async (viewer, userId) => {
    if (!snowflake.safeParse(userId).success) throw unknown()
    const { guild } = viewer
    const account = { id: userId, createdAt: SnowflakeUtil.timestampFrom(userId) }
    const here = await findHere(viewer, userId)
    if (here) {
      const { roleIds, ...shown } = here
      const seesTimeouts = viewer.id === userId || viewer.permissions.has('ModerateMembers')
      const isTimedOut = here.timedOutUntil !== null && here.timedOutUntil > discordNow({ client: guild.client, now })
      return {
        ...account,
        ...shown,
        state: 'here',
        owner: guild.ownerId === userId,
        timedOutUntil: isTimedOut && seesTimeouts ? here.timedOutUntil : null,
        roles: rolesOf(guild).filter(({ id }) => roleIds.has(id)),
        withheld: seesTimeouts ? null : 'timeout',
      }
    }
    const ban = await banOf(viewer, userId)
    if (ban !== true && !wasSeen(viewer, userId)) throw unknown()
    return {
      ...account,
      ...(await faceFor(viewer, userId)),
      state: ban === true ? 'banned' : 'gone',
      owner: false,
      joinedAt: null,
      timedOutUntil: null,
      roles: [],
      withheld: typeof ban === 'boolean' ? null : ban,
    }
  }

  return {
    show,
    changed(guildId, userId) {
      count += 1
      changes.set(`${guildId} ${userId}`, count)
    },
  }
}

async function hasBan(guild: Guild, userId: string): Promise<boolean | BanWithheld> {
  try {
    await guild.bans.fetch({ user: userId, force: true, cache: false })
    return true
  } catch (error) {
    if (!(error instanceof DiscordAPIError)) return 'bans-unread'
    if (error.code === RESTJSONErrorCodes.UnknownBan) return false
    return error.code === RESTJSONErrorCodes.MissingPermissions ? 'bans-hidden' : 'bans-unread'
  }
}

const unknown = () => new UserError('members.unknown', 'No member with this ID. Never seen here.', 404)

const tooMany = (seconds: number): UserError | undefined =>
  seconds > 0
    ? new UserError('members.budget', `You have looked up too many people. Try again in ${seconds} seconds.`, 429)
    : undefined
