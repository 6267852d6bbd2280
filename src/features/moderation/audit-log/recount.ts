import { PermissionFlagsBits as Bits } from 'discord.js'
import { z } from 'zod'
import { job, type Services } from '#kernel/feature.ts'
import { caseByNumber, growCase } from '../cases/case-store.ts'
import { countedDetail } from './entry.ts'

/** Longer than Discord lets one entry grow. */
const afterMs = 10 * 60_000

const payload = z.object({ number: z.number(), entryId: z.string(), action: z.number() })

/**
 * Corrects the number of people in a case. Discord adds up a moderator's moves or disconnections in one entry, and
 * sends an event for the first only: the rest is counted once the entry no longer grows.
 */
export const recountJob = job({
  payload,
  promise: ({ number }) => `count how many people case #${number} is about`,
  async run(services, { number, entryId, action }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    if (!guild.members.me?.permissions.has(Bits.ViewAuditLog)) return
    const before = (BigInt(entryId) + 1n).toString()
    const { entries } = await guild.fetchAuditLogs({ type: action, before, limit: 1 })
    const extra: object = entries.get(entryId)?.extra ?? {}
    const count = 'count' in extra && typeof extra.count === 'number' ? extra.count : 0
    const known = caseByNumber(services, guild.id, number)
    if (known && count > (known.count ?? 0))
      growCase(services, guild.id, number, { count, detail: countedDetail(known.kind, count) })
  },
})

export function scheduleRecount(
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  grown: z.input<typeof payload>,
): void {
  scheduler.at(recountJob, { at: now() + afterMs, key: `${guildId}/${grown.entryId}`, guildId, payload: grown })
}
