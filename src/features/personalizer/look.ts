import type { Guild } from 'discord.js'
import type { Reply } from '#contract'
import type { Services } from '#kernel/feature.ts'
import { since } from '#kit/clock.ts'
import { lookOf, wantedIn } from './apply.ts'
import type personalizer from './contract.ts'
import { parts } from './contract.ts'

type Answer = Reply<(typeof personalizer)['endpoints']['look']>

/** How long after an update Discord's events may still be missing (ms). */
const unheardMs = 15_000

/** The bot's current appearance in a server, and the state of each setting. */
export async function describeLook(services: Services, guild: Guild): Promise<Answer> {
  const { user } = services.client
  const { row, shown, refused } = lookOf(services, guild.id)
  const isFresh = typeof row?.toldAt === 'number' && since(row.toldAt, services.now()) < unheardMs
  const known = guild.members.me
  const ask = () => guild.members.fetchMe({ force: true, cache: false })
  // The key includes the time of the last update, because an earlier answer says nothing about it.
  const key = `personalizer.look.${row?.toldAt}`
  const asked = () => services.askDiscord({ guildId: guild.id, key, ttlMs: 2000, ask })
  const me = known && !isFresh ? known : await asked().catch((err: unknown) => known ?? Promise.reject(err))
  const wanted = wantedIn(services, guild.id)
  const size = { extension: 'png', size: 256 } as const
  const banner = { extension: 'png', size: 512 } as const
  return {
    parts: parts.map(part => {
      const refusal = refused[part]
      const isRefused = refusal?.wanted === wanted[part] && shown[part] !== wanted[part]
      const isForeign =
        part === 'name' && wanted.name !== '' && shown.name === wanted.name && me.nickname !== wanted.name
      if (isRefused) return { part, state: 'refused' as const, problem: refusal.problem }
      if (isForeign)
        return { part, state: 'refused' as const, problem: 'Somebody has given the bot another name in Discord.' }
      if (shown[part] !== wanted[part]) return { part, state: 'waiting' as const, problem: null }
      return { part, state: wanted[part] === '' ? ('plain' as const) : ('shown' as const), problem: null }
    }),
    retryAt: row?.retryAt ?? null,
    name: me.displayName,
    avatarURL: me.displayAvatarURL(size),
    bannerURL: me.displayBannerURL(banner),
    own: {
      name: user.displayName,
      avatarURL: user.displayAvatarURL(size),
      bannerURL: user.bannerURL(banner) ?? null,
    },
  }
}
