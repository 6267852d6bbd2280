import { type Guild, RESTJSONErrorCodes } from 'discord.js'
import { z } from 'zod'
import { job, type Services } from '#kernel/feature.ts'
import { noteGone } from '#kernel/guilds/gone.ts'
import { inTurn } from '../acts/leftovers.ts'
import { isLockedBeyond, liftLocks } from '../cases/case-store.ts'
import { logCase } from '../modlog/log-case.ts'
import { type SavedOverwrite, unlockChanges } from './lock-overwrites.ts'
import { forgetLock, readLock } from './lock-store.ts'
import { overwritesOf, writeOverwrites } from './write-overwrites.ts'

const payload = z.object({
  channelId: z.string(),
  channelName: z.string().nullable(),
  /** The lock that ends; null until it has its case. */
  caseNumber: z.number().nullable(),
})

/** How often it is tried to open a channel that is gone and may be put back. */
const putBackMs = 10 * 60_000

type Scheduling = Pick<Services, 'scheduler'>
const keyOf = (guildId: string, channelId: string) => `${guildId}/${channelId}`

/** Opens a locked channel at `at` (Unix ms), also over a restart. A later call for the same channel moves it. */
export function scheduleUnlock(
  { scheduler }: Scheduling,
  guildId: string,
  at: number,
  lock: z.input<typeof payload>,
): void {
  scheduler.at(unlockJob, { at, key: keyOf(guildId, lock.channelId), guildId, payload: lock })
}

/** Forgets a lock together with its time. */
export function endLock(services: Pick<Services, 'db' | 'scheduler'>, guildId: string, channelId: string): void {
  services.db.transaction(() => {
    forgetLock(services.db, guildId, channelId)
    services.scheduler.cancel(unlockJob, keyOf(guildId, channelId))
  })
}

/**
 * Restores what a lock replaced, as far as the channel is still there.
 * @throws UserError, or what Discord answers; the lock stays stored until everything is as it was
 */
export async function restoreOverwrites(
  guild: Guild,
  channelId: string,
  saved: readonly SavedOverwrite[],
  reason: string,
): Promise<void> {
  try {
    const channel = await guild.channels.fetch(channelId, { force: true })
    if (channel && !channel.isThread())
      await writeOverwrites(channel, unlockChanges(overwritesOf(channel), saved), reason)
  } catch (error) {
    if ((error as { code?: unknown }).code !== RESTJSONErrorCodes.UnknownChannel) throw error
  }
}

/** Opens a channel whose time is over. Run twice it records one case. */
export const unlockJob = job({
  promise: ({ channelId }) => `open <#${channelId}> again, whose lock is over. \`unlock\` there opens it`,
  lane: 'moderation',
  payload,
  async run(services, { channelId, channelName, caseNumber }, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    // The bot was removed from the server: there is nothing it could do.
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    await inTurn(services, guild, channelId, () => open(services, guild, { channelId, channelName, caseNumber }))
  },
})

async function open(
  services: Services,
  guild: Guild,
  { channelId, channelName, caseNumber }: z.output<typeof payload>,
): Promise<void> {
  // Somebody may have opened it, or moved its end, while this waited for its turn.
  const saved = readLock(services.db, guild.id, channelId)
  if (!saved || isLockedBeyond(services, guild.id, channelId, services.now())) return
  const { cache } = guild.channels
  // Put back, it is as it was: locked.
  if (!cache.has(channelId) && noteGone(services, guild, { kind: 'channel', id: channelId })) {
    scheduleUnlock(services, guild.id, services.now() + putBackMs, { channelId, channelName, caseNumber })
    return
  }
  const why = caseNumber === null ? 'The time of a lock is over' : `The time of case #${caseNumber} is over`
  await restoreOverwrites(guild, channelId, saved, why)
  const { user: me } = services.client
  services.db.transaction(() => {
    forgetLock(services.db, guild.id, channelId)
    liftLocks(services, guild.id, channelId)
    logCase(services, guild, {
      kind: 'unlock',
      source: 'timer',
      channel: { id: channelId, name: channelName },
      moderator: { id: me.id, name: me.tag },
      reason: why,
    })
  })
}
