import { type Guild, RESTJSONErrorCodes } from 'discord.js'
import { z } from 'zod'
import { job, type Services } from '#kernel/feature.ts'
import { dropReferences } from '#kernel/guilds/deleted-references.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { isLockedBeyond, liftLocks } from '../cases/case-store.ts'
import { logCase } from '../modlog/log-case.ts'
import { type SavedOverwrite, unlockChanges } from './lock-overwrites.ts'
import { forgetLock, readLock } from './lock-store.ts'
import { overwritesOf, writeOverwrites } from './write-overwrites.ts'

const payload = z.object({
  channelId: z.string(),
  channelName: z.string().nullable(),
  /** The case of the lock that ends; null until it exists. */
  caseNumber: z.number().nullable(),
})

/** How often to retry unlocking a channel that was deleted and may be restored (ms). */
const putBackMs = 10 * 60_000

type Scheduling = Pick<Services, 'scheduler'>
const keyOf = (guildId: string, channelId: string) => `${guildId}/${channelId}`

/**
 * Schedules unlocking a channel at `at` (Unix ms); survives a restart. A later call for the same channel changes the
 * time.
 */
export function scheduleUnlock(
  { scheduler }: Scheduling,
  guildId: string,
  at: number,
  lock: z.input<typeof payload>,
): void {
  scheduler.at(unlockJob, { at, key: keyOf(guildId, lock.channelId), guildId, payload: lock })
}

/** Deletes a lock together with its timer. */
export function endLock(services: Pick<Services, 'db' | 'scheduler'>, guildId: string, channelId: string): void {
  services.db.transaction(() => {
    forgetLock(services.db, guildId, channelId)
    services.scheduler.cancel(unlockJob, keyOf(guildId, channelId))
  })
}

/**
 * Restores what a lock replaced, if the channel still exists.
 * @throws UserError, or the error from Discord; the lock stays stored until everything is restored
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

/** Unlocks a channel whose lock has ended. Running it twice records one case. */
export const unlockJob = job({
  promise: ({ channelId }) => `open <#${channelId}> again at the end of its lock. \`unlock\` there opens it`,
  lane: 'moderation',
  payload,
  async run(services, { channelId, channelName, caseNumber }, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    // The bot was removed from the server: there is nothing it can do.
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    await inSubjectQueue(services, guild, channelId, () =>
      open(services, guild, { channelId, channelName, caseNumber }),
    )
  },
})

async function open(
  services: Services,
  guild: Guild,
  { channelId, channelName, caseNumber }: z.output<typeof payload>,
): Promise<void> {
  // While this waited in the queue, the channel may have been unlocked, or the end of the lock changed.
  const saved = readLock(services.db, guild.id, channelId)
  if (!saved || isLockedBeyond(services, guild.id, channelId, services.now())) return
  const { cache } = guild.channels
  // A restored channel is locked, as it was before.
  if (!cache.has(channelId) && dropReferences(services, guild, { kind: 'channel', id: channelId })) {
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
