import type { Guild, User } from 'discord.js'
import type { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import type { documentedUser } from '../rights/contract.ts'

type DocumentedUser = z.output<typeof documentedUser>

const documented = ({ id, username, discriminator, avatar }: User): DocumentedUser => ({
  id,
  username,
  discriminator,
  avatar,
})

const shownMs = 10 * 60_000

/**
 * Returns people in the order of their ids. Those whom Discord does not name, or not in time, are called by their id.
 */
export async function documentedPeople(
  { client, askDiscord }: Pick<Services, 'client' | 'askDiscord'>,
  guild: Guild,
  ids: readonly string[],
): Promise<DocumentedUser[]> {
  const named = (id: string) =>
    client.users.cache.get(id) ??
    askDiscord({
      guildId: guild.id,
      key: `antinuke.person ${id}`,
      ttlMs: shownMs,
      // That an account no longer exists is an answer, too: it is not asked about again.
      ask: () => client.users.fetch(id).catch(() => undefined),
    }).catch(() => undefined)
  return Promise.all(
    ids.map(async id => {
      const user = await named(id)
      return user ? documented(user) : { id, username: id, discriminator: '0', avatar: null }
    }),
  )
}

const mostFound = 10
const foundMs = 10_000

/** Finds members by the beginning of their name, or anybody by ID. @throws UserError 429 after too many requests */
export function searchPeople(
  { client, askDiscord }: Pick<Services, 'client' | 'askDiscord'>,
  guild: Guild,
  typed: string,
): Promise<DocumentedUser[]> {
  const query = typed.toLowerCase()
  return askDiscord({
    guildId: guild.id,
    key: `antinuke.search ${query}`,
    ttlMs: foundMs,
    async ask() {
      const byId = /^\d{17,19}$/.test(query) ? await client.users.fetch(query).catch(() => undefined) : undefined
      if (byId) return [documented(byId)]
      const members = await guild.members.search({ query, limit: mostFound })
      return members.map(({ user }) => documented(user))
    },
  })
}
