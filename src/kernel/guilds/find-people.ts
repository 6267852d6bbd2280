import type { Guild, GuildMember, User } from 'discord.js'
import { type Person, snowflake } from '#contract'
import { freshMember } from '#kit/fresh-member.ts'
import kernel from '../contract.ts'
import type { Feature, Services } from '../feature.ts'
import { insufficient } from '../rights/rights.ts'

/** A person in the search results. */
export interface FoundPerson extends Person {
  bot: boolean
  /** Whether they are in the server. */
  here: boolean
}

const shown = 8
/** For how long a repeated search is answered without asking Discord again (ms). */
const knownMs = 10_000

const asFound = (user: User, name: string, here: boolean): FoundPerson => ({
  id: user.id,
  name,
  avatarURL: user.displayAvatarURL({ extension: 'png', size: 64 }),
  bot: user.bot,
  here,
})

/**
 * Checks who may search for people: whoever may view the server or any of its features, since the pages of many
 * features ask for somebody. Members who may only see their own transcripts may not.
 * @throws UserError 403
 */
export function demandSearchRight(
  services: Pick<Services, 'access'>,
  features: readonly Feature[],
  member: GuildMember,
) {
  const names = [kernel.name, ...features.map(({ contract }) => contract.name)]
  if (!names.some(name => services.access.has(member, 'view', name))) throw insufficient(services, 'view', kernel.name)
}

/**
 * Finds at most eight members whose name begins with `search`, or the user with this id, even outside of the server.
 */
export function findPeople(
  { askDiscord, client }: Pick<Services, 'askDiscord' | 'client'>,
  guild: Guild,
  search: string,
): Promise<FoundPerson[]> {
  const byName = async () => {
    const found = await guild.members.search({ query: search, limit: shown })
    return found.map(({ user, displayName }) => asFound(user, displayName, true))
  }
  const byId = async () => {
    const member = guild.members.cache.get(search) ?? (await freshMember(guild, search))
    if (member) return [asFound(member.user, member.displayName, true)]
    const user = await client.users.fetch(search).catch(() => null)
    return user ? [asFound(user, user.displayName, false)] : []
  }
  return askDiscord({
    guildId: guild.id,
    key: `people ${search.toLowerCase()}`,
    ttlMs: knownMs,
    ask: snowflake.safeParse(search).success ? byId : byName,
  })
}
