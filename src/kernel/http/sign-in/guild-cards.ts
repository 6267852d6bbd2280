import { since } from '#kit/clock.ts'
import { PermissionFlagsBits } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import type { GuildCard } from '../../contract.ts'
import type { Services, SessionUser } from '../../feature.ts'
import { inviteLink } from '../../discord/invite-link.ts'
import { fetchGuilds, IdentityError, type ListedGuild } from './identity.ts'

/**
 * For how long a list of guilds is reused (ms). Discord allows about one such request per second and user; rights are
 * checked live anyway.
 */
const freshMs = 2 * 60_000
const managing = PermissionFlagsBits.Administrator | PermissionFlagsBits.ManageGuild

interface Known {
  at: number
  guilds: ListedGuild[]
}

/** Lists the servers on somebody's server selector. */
interface GuildCards {
  /**
   * @param openToken returns the user's token; called only when Discord is asked
   * @throws IdentityError 401 when there is no token, or Discord no longer accepts it
   */
  of(user: SessionUser, openToken: () => string | undefined): Promise<GuildCard[]>
}

export function createGuildCards(services: Services): GuildCards {
  const { client, config, access, log, now } = services
  const known = new LRUCache<string, Known>(entryLimit(1000))
  const asking = new Map<string, Promise<ListedGuild[]>>()

  const ask = async (userId: string, token = ''): Promise<ListedGuild[]> => {
    if (token === '') throw new IdentityError(401)
    const guilds = await fetchGuilds(config, token)
    known.set(userId, { at: now(), guilds })
    return guilds
  }

  /**
   * The guilds the user is in: as Discord recently reported, or, while it does not answer, as far as the cache knows.
   */
  const listed = async (userId: string, openToken: () => string | undefined): Promise<ListedGuild[]> => {
    const recent = known.get(userId)
    if (recent && since(recent.at, now()) < freshMs) return recent.guilds
    const question = asking.get(userId) ?? ask(userId, openToken()).finally(() => asking.delete(userId))
    asking.set(userId, question)
    try {
      return await question
    } catch (error) {
      if (!(error instanceof IdentityError) || error.status === 401) throw error
      log.warn({ userId, status: error.status }, 'guild list not available')
      return recent?.guilds ?? seen(userId)
    }
  }

  const seen = (userId: string): ListedGuild[] =>
    client.guilds.cache
      .filter(guild => guild.ownerId === userId || guild.members.cache.has(userId))
      .map(({ id, name, icon }) => ({ id, name, icon, owner: false, permissions: 0n }))

  const card = async (listing: ListedGuild, userId: string): Promise<GuildCard | undefined> => {
    const guild = client.guilds.cache.get(listing.id)
    // During an outage only OAuth's list is known; opening the server still checks its live rights.
    const mayOpen = guild?.available
      ? access.allows(await access.level(guild.id, userId), 'visit')
      : listing.owner || (listing.permissions & managing) !== 0n
    if (!mayOpen) return undefined
    const { id, name, icon } = guild?.available ? guild : listing
    return {
      id,
      name,
      iconURL: icon === null ? null : client.rest.cdn.icon(id, icon, { extension: 'png', size: 128 }),
      settingsUrl: guild ? `/manage/${id}/dashboard` : inviteLink(config, id),
    }
  }

  return {
    async of(user, openToken) {
      const cards = await Promise.all((await listed(user.id, openToken)).map(listing => card(listing, user.id)))
      return cards.filter(found => found !== undefined)
    },
  }
}
