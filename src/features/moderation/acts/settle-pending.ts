import type { Guild } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { postNotDone } from '../modlog/post-not-done.ts'
import { oneAtATime } from '../sanctions/one-at-a-time.ts'
import { kindLabel } from '../template.ts'
import { isUnderWay } from './carry-out.ts'
import { outcomeOf, settledAfterMs } from './evidence.ts'
import { pendingAbout, pendingAct, type PendingAct, scheduleCheck, settleTimer, subjectOf } from './pending-acts.ts'
import { newerThan } from './newer-acts.ts'
import { drop, settleAndPost } from './settle.ts'

/** A sentence for the moderator, who may have had no reply because the process was stopped. */
function notDoneSentence({ kind, targetId, channelId, moderatorId }: PendingAct): string {
  const about = targetId === null ? (channelId === null ? '' : ` in <#${channelId}>`) : ` of <@${targetId}>`
  const by = moderatorId === null ? '' : `, ordered by <@${moderatorId}>,`
  return `I was stopped before I could carry it out: ${kindLabel(kind).toLowerCase()}${about}${by} was not done. Repeat it if you still want it.`
}

/** Finds out whether an act was done and settles it; leaves it pending while it is too early to say. */
async function settlePending(services: Services, guild: Guild, act: PendingAct): Promise<void> {
  const newer = newerThan(services, act)
  const found = await outcomeOf(guild, act, newer.length > 0, services.now())
  // It may have been settled in the meantime: the member and the channel have separate queues.
  if (!pendingAct(services, act.id)) return
  if (found === 'too early') return scheduleCheck(services, act, act.createdAt + settledAfterMs)
  if (found !== 'not done') {
    settleAndPost(services, guild, act, found === 'over')
    return
  }
  drop(services, act)
  services.log.warn({ guildId: guild.id, kind: act.kind }, 'an act that was written down was not done')
  const isRenewed = newer.some(({ kind, moderatorId }) => kind === act.kind && moderatorId === act.moderatorId)
  // An act with a key is ordered again by its source, unless that was a press in the dashboard.
  const isOrderedAgain = act.key !== null && act.source !== 'dashboard'
  if (!act.told && !isOrderedAgain && !isRenewed) postNotDone(services, guild, notDoneSentence(act))
}

/**
 * Runs work about a member or a channel one at a time. Acts about it that are still pending, because of an earlier
 * process, a missing response or a full disk, are settled first, as far as Discord can be asked.
 */
export function inSubjectQueue<T>(
  services: Services,
  guild: Guild,
  subjectId: string,
  work: () => Promise<T>,
): Promise<T> {
  return oneAtATime(services, `${guild.id}/${subjectId}`, async () => {
    for (const act of pendingAbout(services, guild.id, subjectId)) {
      if (isUnderWay(services, act)) continue
      await settlePending(services, guild, act).catch((err: unknown) =>
        services.log.warn({ err, guildId: guild.id, kind: act.kind }, 'an act stays unsettled'),
      )
    }
    return work()
  })
}

/** {@link inSubjectQueue} for many members. Everybody enters the queues in the same order, to avoid deadlocks. */
export const inSubjectQueues = <T>(
  services: Services,
  guild: Guild,
  subjectIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> =>
  [...new Set(subjectIds)].sort().reduce((inner, id) => () => inSubjectQueue(services, guild, id, inner), work)()

/** Settles an act whose process died, whose request had no response, or for whose case the disk had no room. */
export const settleJob = job({
  handle: settleTimer,
  promise: () => 'find out whether an interrupted order was carried out',
  lane: 'moderation',
  async run(services, { id }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    const look = async () => {
      const act = pendingAct(services, id)
      if (act && isUnderWay(services, act)) scheduleCheck(services, act, services.now() + settledAfterMs)
      else if (act) await settlePending(services, guild, act)
    }
    const waiting = pendingAct(services, id)
    if (waiting) await oneAtATime(services, `${guild.id}/${subjectOf(waiting) ?? id}`, look)
  },
})
