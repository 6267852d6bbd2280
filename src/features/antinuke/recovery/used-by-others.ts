import { Routes } from 'discord.js'
import { isRefusal } from '#kit/discord-errors.ts'
import type { Services } from '#kernel/feature.ts'
import type { AttackDamage } from './attack-store.ts'
import type { ServerNow } from './server-now.ts'

/** The most channels to look into: a flood makes hundreds, and people have not written in all of them. */
const mostLookedInto = 50

/** Somebody who wrote in more of them than this is not using any of them. */
const mostUsed = 3

/** Channels that attackers made and in which somebody else has written since: they are not junk. */
export async function usedByOthers(
  services: Services,
  { attackers, touched, knownGood }: AttackDamage,
  { state, written }: ServerNow,
): Promise<Set<string>> {
  const writtenBy = new Map<string, Set<string>>()
  if (attackers.length === 0) return new Set()
  const made = touched.filter(
    ({ kind, id }) => kind === 'channel' && !knownGood.channel.has(id) && state.channel.has(id) && written.has(id),
  )
  const isTheirs = (id: unknown) => id === services.client.user.id || attackers.includes(String(id))
  await Promise.all(
    made.slice(0, mostLookedInto).map(async ({ id }) => {
      try {
        // Discord's messages have an author.
        const messages = (await services.client.rest.get(Routes.channelMessages(id), {
          query: new URLSearchParams({ limit: '100' }),
        })) as { author: { id: string; bot?: boolean }; webhook_id?: string }[]
        for (const { author, webhook_id: hook } of messages)
          if (hook === undefined && !author.bot && !isTheirs(author.id))
            writtenBy.set(author.id, (writtenBy.get(author.id) ?? new Set()).add(id))
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
    }),
  )
  return new Set([...writtenBy.values()].flatMap(rooms => (rooms.size > mostUsed ? [] : [...rooms])))
}
