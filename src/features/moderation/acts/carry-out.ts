import { DiscordAPIError, type Guild } from 'discord.js'
import { processState, type Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { storageCode, storageSentence, storageTrouble } from '#kit/storage-errors.ts'
import { markReasons } from '../audit-log/reason.ts'
import type { Case } from '../cases/case-store.ts'
import { scheduleUnban } from '../sanctions/ban-timer.ts'
import { type CaseAct, markOrdererNotified, type PendingAct, storePending } from './pending-acts.ts'
import { drop, settle, settleAndPost } from './settle.ts'

/** Acts that this process is carrying out right now: nothing else may settle them. */
const underWay = processState(() => new Set<number>())

export const isUnderWay = (services: Services, { id }: PendingAct): boolean => underWay(services).has(id)

/**
 * Stores acts before they are carried out, all or none. @throws UserError that says what to do if the disk has no room
 */
function begin(services: Services, acts: readonly CaseAct[]): PendingAct[] {
  try {
    const marked = markReasons()
    const pending = services.db.transaction(() =>
      acts.map(act => {
        const { guildId, kind, target, moderator, expiresAt } = act
        const written = storePending(services, { ...act, auditReason: marked(act.auditReason) })
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

/** Whether an error is a refusal, by Discord or by us before asking it: the act was certainly not carried out. */
export const isRefusal = (error: unknown) =>
  error instanceof UserError || (error instanceof DiscordAPIError && error.status < 500)

/** Runs work that its timer repeats later if it cannot be stored now. */
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
    else markOrdererNotified(services, pending)
  })
}

/**
 * Carries out an act in Discord so that even if the process dies in between, there is no act without its case and no
 * case without its act: it is stored as pending, performed, and turned into a case. If Discord does not answer, a job
 * finds out a minute later whether it was done.
 * @param perform makes the request, with the reason for Discord's audit log; its errors are passed on
 * @returns the case; undefined if the disk had room for the act but not for the case, which then follows once there is
 * room
 * @throws UserError if the act could not be stored, and so was not performed
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

/** The outcome of an act on several people, by id. People in neither list were left alone. */
export interface DoneToMany {
  done: readonly string[]
  /** Discord did not answer for these: a job finds out a minute later. */
  unknown: readonly string[]
}

/** The same for many people, with one reason. @returns the cases, as far as they could be stored */
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
            if (isAmong(unknown, act)) markOrdererNotified(services, act)
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

/** The end of a reply: the number of the case. */
export const caseSentence = (number: number | null | undefined): string =>
  number === null || number === undefined
    ? 'I could not store the case yet: it will follow as soon as the disk I keep my data on has room.'
    : `Case #${number}.`
