import { DiscordAPIError, type Guild, type GuildMember, RESTJSONErrorCodes, SnowflakeUtil } from 'discord.js'
import { snowflake } from '#contract'
import { UserError } from '#kit/errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'
import type { ShownMember } from './contract.ts'
import { rolesOf } from '../discord/guild-shape.ts'
import type { Services } from '../feature.ts'
import { hasSeen } from '../storage/stored-table.ts'

/** For how long somebody is shown without asking Discord again (ms). */
const knownMs = 10_000
/** How many people one viewer looks up in a minute, of those whom the gateway does not keep up to date. */
const mostLookedUp = 30
const pictureOf = { extension: 'png', size: 128 } as const

type Face = Pick<ShownMember, 'name' | 'username' | 'avatarURL' | 'bot'>

/** What Discord says of somebody, as plain values. */
interface Known extends Face {
  here: { joinedAt: number | null; timedOutUntil: number | null; roleIds: ReadonlySet<string> } | undefined
}

const nobody: Face = { name: null, username: null, avatarURL: null, bot: false }

const ofMember = (member: GuildMember): Known => ({
  name: member.displayName,
  username: member.user.username,
  avatarURL: member.displayAvatarURL(pictureOf),
  bot: member.user.bot,
  here: {
    joinedAt: member.joinedTimestamp,
    timedOutUntil: member.communicationDisabledUntilTimestamp,
    roleIds: new Set(member.roles.cache.keys()),
  },
})

/** How one person is shown to whoever asks. */
export type MemberLookup = (viewer: GuildMember, userId: string) => Promise<ShownMember>

/**
 * Shows one person of a server: whoever is here as Discord shows them to every member; somebody else only to those who may
 * view a feature that has seen them, or see that they are banned.
 * @returns a lookup that throws UserError 404 for whoever is not to be shown, and 429 when too much was looked up
 */
export function createMemberLookup(services: Services): MemberLookup {
  const { access, askDiscord, client, db, features, now } = services
  const budget = createMinuteBudget(mostLookedUp, now)

  const lookUp = async (guild: Guild, userId: string): Promise<Known> => {
    const member = await freshMember(guild, userId)
    if (member) return ofMember(member)
    const user = await client.users.fetch(userId).catch(() => null)
    if (!user) return { ...nobody, here: undefined }
    const { displayName: name, username, bot } = user
    return { name, username, bot, avatarURL: user.displayAvatarURL(pictureOf), here: undefined }
  }

  const known = async ({ id: viewerId, guild }: GuildMember, userId: string): Promise<Known> => {
    const current = guild.members.cache.get(userId)
    if (current?.partial === false) return ofMember(current)
    const asker = `${guild.id} ${viewerId}`
    const seconds = budget.secondsLeft(asker)
    if (seconds > 0) throw tooMany(seconds)
    budget.spend(asker)
    return askDiscord({
      guildId: guild.id,
      key: `member ${userId}`,
      ttlMs: knownMs,
      ask: () => lookUp(guild, userId),
    })
  }

  const isBanned = async (guild: Guild, userId: string): Promise<boolean> => {
    if (guild.members.me?.permissions.has('BanMembers') !== true) return false
    return askDiscord({ guildId: guild.id, key: `ban ${userId}`, ttlMs: knownMs, ask: () => hasBan(guild, userId) })
  }

  /** Whether a feature that the viewer may view has seen somebody here. */
  const wasSeen = (viewer: GuildMember, userId: string) =>
    features.some(
      ({ contract: { name }, parts }) =>
        access.has(viewer, 'view', name) &&
        Object.values(parts.tables ?? {}).some(stored => hasSeen(db, stored, viewer.guild.id, userId)),
    )

  return async (viewer, userId) => {
    if (!snowflake.safeParse(userId).success) throw unknown()
    const { guild } = viewer
    const { here, ...face } = await known(viewer, userId)
    const person = { id: userId, ...face, createdAt: SnowflakeUtil.timestampFrom(userId) }
    if (here) {
      const seesTimeouts = viewer.id === userId || viewer.permissions.has('ModerateMembers')
      const isTimedOut = here.timedOutUntil !== null && here.timedOutUntil > now()
      return {
        ...person,
        state: 'here',
        owner: guild.ownerId === userId,
        joinedAt: here.joinedAt,
        timedOutUntil: isTimedOut && seesTimeouts ? here.timedOutUntil : null,
        roles: rolesOf(guild).filter(({ id }) => here.roleIds.has(id)),
        withheld: seesTimeouts ? null : 'timeout',
      }
    }
    const seesBans = viewer.permissions.has('BanMembers')
    const banned = seesBans && (await isBanned(guild, userId))
    if (!banned && !wasSeen(viewer, userId)) throw unknown()
    return {
      ...person,
      state: banned ? 'banned' : 'gone',
      owner: false,
      joinedAt: null,
      timedOutUntil: null,
      roles: [],
      withheld: seesBans ? null : 'ban',
    }
  }
}

async function hasBan(guild: Guild, userId: string): Promise<boolean> {
  try {
    await guild.bans.fetch({ user: userId, force: true, cache: false })
    return true
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownBan) return false
    throw error
  }
}

const unknown = () => new UserError('members.unknown', 'No member with this id. Never seen here.', 404)

const tooMany = (seconds: number) =>
  new UserError('members.budget', `You looked up many people. Try again in ${seconds} seconds.`, 429)
