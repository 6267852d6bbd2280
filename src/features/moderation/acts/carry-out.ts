import { DiscordAPIError, type Guild } from 'discord.js'
import { processState, type Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { storageCode, storageSentence, storageTrouble } from '#kit/storage-errors.ts'
import { markReasons } from '../audit-log/reason.ts'
import type { Case } from '../cases/case-store.ts'
import { scheduleUnban } from '../sanctions/ban-timer.ts'
import { type CaseAct, markTold, type PendingAct, writeDown } from './pending-acts.ts'
import { drop, settle, settleAndPost } from './settle.ts'

/** Acts that this process is doing right now: nobody else may judge them. */
const underWay = processState(() => new Set<number>())

export const isUnderWay = (services: Services, { id }: PendingAct): boolean => underWay(services).has(id)

/** Writes acts down, all or none. @throws UserError that says what to do when the disk takes nothing */
function begin(services: Services, acts: readonly CaseAct[]): PendingAct[] {
  try {
    const marked = markReasons()
    const pending = services.db.transaction(() =>
      acts.map(act => {
        const { guildId, kind, target, moderator, expiresAt } = act
        const written = writeDown(services, { ...act, auditReason: marked(act.auditReason) })
        if (kind === 'ban' && target && typeof expiresAt === 'number') {
          const moderatorId = moderator?.id ?? services.client.user.id
          const ban = { userId: target.id, userName: target.name, moderatorId, caseNumber: null }
          scheduleUnban(services, guildId, expiresAt, ban, written.id)
        }
        return written
      }),
    )
    for (const { id } of pending) underWay(services).add(id)
    return pending
  } catch (error) {
    const trouble = storageTrouble(error)
    if (!trouble) throw error
    services.disk.notice(error)
    services.log.warn({ guildId: acts[0]?.guildId }, 'an act could not be written down and was not done')
    throw new UserError(
      storageCode,
      `${storageSentence[trouble]} I do nothing that I cannot write down, so nothing was done. If it cannot wait, do it in Discord itself, from the member's or the channel's menu, and tell whoever runs this bot.`,
      503,
    )
  }
}

/** Discord said no, or we did before asking it: it was certainly not done. */
export const isRefusal = (error: unknown) =>
  error instanceof UserError || (error instanceof DiscordAPIError && error.status < 500)

/** What could not be stored now is looked at again by its timer. */
function later(services: Services, act: PendingAct, work: () => void): void {
  try {
    work()
  } catch (err) {
    services.disk.notice(err)
    services.log.error({ err, guildId: act.guildId, kind: act.kind }, 'an act could not be settled yet')
  }
}

function failed(services: Services, pending: PendingAct, error: unknown): void {
  later(services, pending, () => {
    if (isRefusal(error)) drop(services, pending)
    else markTold(services, pending)
  })
}

/**
 * Does something in Discord so that no death in between leaves an act without its case or a case without its act: it is
 * written down, done, and made a case. Without an answer of Discord's it is found out a minute later what became of it.
 * @param perform asks Discord, with the reason that it gets for its audit log; whatever it throws is thrown on
 * @returns the case, undefined when the disk took the act but not the case, which then follows once there is room
 * @throws UserError when it could not be written down, and so was not done
 */
export async function carryOut<T>(
  services: Services,
  guild: Guild,
  act: Omit<CaseAct, 'guildId'>,
  perform: (auditReason: string) => Promise<T>,
): Promise<{ recorded: Case | undefined; result: T }> {
  const [pending] = begin(services, [{ ...act, guildId: guild.id }])
  if (!pending) throw new Error('an act was not written down')
  try {
    const result = await perform(pending.auditReason)
    let recorded: Case | undefined
    later(services, pending, () => {
      recorded = settleAndPost(services, guild, pending)
    })
    return { recorded, result }
  } catch (error) {
    failed(services, pending, error)
    throw error
  } finally {
    underWay(services).delete(pending.id)
  }
}

/** What became of the people that something was done to, by their ids. Who is in neither list was left alone. */
export interface DoneToMany {
  done: readonly string[]
  /** Discord never said: it is found out a minute later. */
  unknown: readonly string[]
}

/**
 * The same for many people, for one reason.
 * @returns the cases, as far as the disk took them
 */
export async function carryOutForMany(
  services: Services,
  acts: readonly CaseAct[],
  perform: (auditReason: string) => Promise<DoneToMany>,
): Promise<DoneToMany & { recorded: readonly Case[] }> {
  const pending = begin(services, acts)
  try {
    const { done, unknown } = await perform(pending[0]?.auditReason ?? '')
    const isAmong = (ids: readonly string[], act: PendingAct) => act.targetId !== null && ids.includes(act.targetId)
    let recorded: readonly Case[] = []
    const [first] = pending
    if (first)
      later(services, first, () => {
        recorded = services.db.transaction(() =>
          pending.flatMap(act => {
            if (isAmong(done, act)) return [settle(services, act)]
            if (isAmong(unknown, act)) markTold(services, act)
            else drop(services, act)
            return []
          }),
        )
      })
    return { recorded, done, unknown }
  } catch (error) {
    for (const act of pending) failed(services, act, error)
    throw error
  } finally {
    for (const { id } of pending) underWay(services).delete(id)
  }
}

/** The end of an answer: which case it is. */
export const caseSentence = (number: number | null | undefined): string =>
  number === null || number === undefined
    ? 'I could not store the case yet: it will follow as soon as the disk I keep my data on has room.'
    : `Case #${number}.`
