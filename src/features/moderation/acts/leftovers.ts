import type { Guild } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { tellNotDone } from '../modlog/not-done.ts'
import { oneAtATime } from '../sanctions/member-queue.ts'
import { kindLabel } from '../template.ts'
import { isUnderWay } from './carry-out.ts'
import { settledAfterMs, whatBecameOf } from './evidence.ts'
import { lookAgain, pendingAbout, pendingAct, type PendingAct, settleTimer, subjectOf } from './pending-acts.ts'
import { newerThan } from './newer-acts.ts'
import { drop, settleAndPost } from './settle.ts'

/** Whoever ordered it may have heard nothing: the process was stopped in the midst. */
function notDoneSentence({ kind, targetId, channelId, moderatorId }: PendingAct): string {
  const about = targetId === null ? (channelId === null ? '' : ` in <#${channelId}>`) : ` of <@${targetId}>`
  const by = moderatorId === null ? '' : `, ordered by <@${moderatorId}>,`
  return `I was stopped before I could carry it out: ${kindLabel(kind).toLowerCase()}${about}${by} was not done. Repeat it if you still want it.`
}

/** Finds out what became of an act and settles it; leaves it alone while it is too early to say. */
async function settleLeftover(services: Services, guild: Guild, act: PendingAct): Promise<void> {
  const newer = newerThan(services, act)
  const found = await whatBecameOf(guild, act, newer.length > 0, services.now())
  // Somebody else may have settled it meanwhile: whoever it is about has a turn of their own, as has its channel.
  if (!pendingAct(services, act.id)) return
  if (found === 'too early') return lookAgain(services, act, act.createdAt + settledAfterMs)
  if (found !== 'not done') {
    settleAndPost(services, guild, act, found === 'over')
    return
  }
  drop(services, act)
  services.log.warn({ guildId: guild.id, kind: act.kind }, 'an act that was written down was not done')
  const isRenewed = newer.some(({ kind, moderatorId }) => kind === act.kind && moderatorId === act.moderatorId)
  // What has a key is ordered again by whatever ordered it, unless that was somebody's press.
  const isOrderedAgain = act.key !== null && act.source !== 'dashboard'
  if (!act.told && !isOrderedAgain && !isRenewed) tellNotDone(services, guild, notDoneSentence(act))
}

/**
 * One thing at a time about a member or a channel, on settled ground: what an earlier process, an answer that never came or
 * a full disk left open about it is settled first, as far as Discord can be asked.
 */
export function inTurn<T>(services: Services, guild: Guild, subjectId: string, work: () => Promise<T>): Promise<T> {
  return oneAtATime(services, `${guild.id}/${subjectId}`, async () => {
    for (const act of pendingAbout(services, guild.id, subjectId)) {
      if (isUnderWay(services, act)) continue
      await settleLeftover(services, guild, act).catch((err: unknown) =>
        services.log.warn({ err, guildId: guild.id, kind: act.kind }, 'an act stays unsettled'),
      )
    }
    return work()
  })
}

/** {@link inTurn} for many at once. Everybody waits for them in one order, so that no two wait for each other. */
export const inTurnForAll = <T>(
  services: Services,
  guild: Guild,
  subjectIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> => [...new Set(subjectIds)].sort().reduce((inner, id) => () => inTurn(services, guild, id, inner), work)()

/** Settles an act whose process died, whose request got no answer, or for whose case the disk had no room. */
export const settleJob = job({
  handle: settleTimer,
  promise: () => 'find out whether something was carried out that I was ordered to do when I was interrupted',
  lane: 'moderation',
  async run(services, { id }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    const look = async () => {
      const act = pendingAct(services, id)
      if (act && isUnderWay(services, act)) lookAgain(services, act, services.now() + settledAfterMs)
      else if (act) await settleLeftover(services, guild, act)
    }
    const waiting = pendingAct(services, id)
    if (waiting) await oneAtATime(services, `${guild.id}/${subjectOf(waiting) ?? id}`, look)
  },
})
