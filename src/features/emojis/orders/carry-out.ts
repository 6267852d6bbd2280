import { type Guild, RateLimitError } from 'discord.js'
import { z } from 'zod'
import { initiatedBy } from '#kernel/discord/initiator.ts'
import { inLane, waitingAtMost, waitOf } from '#kernel/discord/lanes.ts'
import { type Author, job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { tellUnkept } from '#kernel/notify-unkept.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import emojis from '../contract.ts'
import { countEmojiEvent } from '../event-count.ts'
import { picturesOf } from '../pictures.ts'
import { acts, type Done } from './acts.ts'
import { demandRights } from './demands.ts'
import { told } from './refusals.ts'
import {
  changeOrder,
  countOrders,
  deleteOrder,
  everyOrder,
  insertOrder,
  type NewOrder,
  type EmojiOrder,
  orderOf,
} from './rows.ts'

/** How long after an interruption an order is checked again (ms). */
const settleMs = 60_000
/** How long callers wait for Discord's rate limits (ms); longer orders are carried out in the background. */
const patienceMs = 10_000
/** The most orders of one server that may wait. */
const mostOrders = 50

const named = z.object({ orderId: z.int() })
const settling = jobHandle(named)
const keyOf = (guildId: string, orderId: number) => `${guildId}/${orderId}`

const inOrder = processState(createKeyedQueue)
/** Orders that a caller is waiting for at the moment. */
const underWay = processState(() => new Set<number>())

export type OrderOutcome = { emoji: Done['emoji']; waiting: null } | { emoji: null; waiting: string }

const verbs: Record<EmojiOrder['kind'], string> = {
  add: 'add the emoji',
  restore: 'put back the emoji',
  change: 'change the emoji',
  remove: 'delete the emoji',
}
/** The order as a clause: 'add the emoji :kiln:'. */
export const wordsFor = ({ kind, name }: Pick<EmojiOrder, 'kind' | 'name'>): string => `${verbs[kind]} :${name}:`

const later = ({ scheduler }: Services, { guildId, id }: EmojiOrder, at: number) =>
  scheduler.at(settling, { at, guildId, key: keyOf(guildId, id), payload: { orderId: id } })

/** Stores an order, so that it is carried out even if the process ends now. @throws UserError 429 */
export function writeOrder(
  services: Services,
  guildId: string,
  order: NewOrder,
  author: Author,
  inMs = settleMs,
): EmojiOrder {
  return services.db.transaction(() => {
    if (countOrders(services, guildId) >= mostOrders)
      throw new UserError('emojis.busy', 'Too much is already waiting for Discord. Try again later.', 429)
    const written = insertOrder(services, guildId, order, author, services.now())
    later(services, written, services.now() + inMs)
    return written
  })
}

/** Has an order carried out in the background, for callers that cannot wait. @throws UserError 429 */
export const doSoon = (services: Services, guildId: string, order: NewOrder, author: Author): void =>
  void writeOrder(services, guildId, order, author, 0)

function closeOrder(services: Services, order: EmojiOrder, note: () => void = () => undefined): void {
  services.db.transaction(() => {
    note()
    deleteOrder(services, order)
    services.scheduler.cancel(settling, keyOf(order.guildId, order.id))
  })
}

/** Ends an order that will not be carried out, and deletes its image; images of deleted emojis stay. */
async function giveUp(services: Services, order: EmojiOrder): Promise<void> {
  closeOrder(services, order)
  if (order.kind !== 'restore' && order.fileId !== null) await picturesOf(services, order.guildId).delete(order.fileId)
}

/** The error for another attempt at an order that has ended. */
export const orderEnded = () =>
  new UserError('emojis.settled', 'That has been done or given up in the meantime. Look at the list.', 409)
/** Whether an error says that. */
export const hasEnded = (error: unknown): boolean => error instanceof UserError && error.code === orderEnded().code

async function attempt(services: Services, guild: Guild, orderId: number): Promise<OrderOutcome> {
  const order = orderOf(services, guild.id, orderId)
  if (!order) throw orderEnded()
  try {
    const done = await waitingAtMost(patienceMs, () => acts[order.kind](services, guild, order))
    closeOrder(services, order, done.note)
    countEmojiEvent(services, guild.id)
    // If this fails, the daily upkeep deletes the file.
    await done
      .tidy?.()
      .catch((err: unknown) => services.log.warn({ err, guildId: guild.id }, 'a picture was left over'))
    return { emoji: done.emoji, waiting: null }
  } catch (error) {
    const is = orderOf(services, guild.id, orderId) ?? order
    if (error instanceof RateLimitError) {
      // The request was never sent, so nothing was done.
      changeOrder(services, is, { triedAt: order.triedAt })
      const inMs = waitOf(error) + 1000
      later(services, is, services.now() + inMs)
      return {
        emoji: null,
        waiting: `Discord accepts no more of this from the server for ${formatDuration(inMs)}. Then I will ${wordsFor(order)}.`,
      }
    }
    if (isOutage(error)) {
      later(services, is, services.now() + settleMs)
      if (error instanceof UserError) {
        // It was held back, so nothing was done.
        changeOrder(services, is, { triedAt: order.triedAt })
        return {
          emoji: null,
          waiting: `Discord refuses too many of my requests at the moment. I will ${wordsFor(order)} once it takes them again.`,
        }
      }
      return {
        emoji: null,
        waiting: `Discord did not answer. In a minute I will check whether it was done, and ${wordsFor(order)} if not.`,
      }
    }
    const known = told(error, guild, order.animated)
    if (known instanceof UserError) await giveUp(services, is)
    throw known
  }
}

/**
 * Carries out a stored order, after other work on the same server.
 * @throws UserError if it is refused; it is then not tried again
 */
export async function carryOut(services: Services, guild: Guild, orderId: number): Promise<OrderOutcome> {
  const here = underWay(services)
  here.add(orderId)
  try {
    return await inOrder(services)(guild.id, () => inLane('answers', () => attempt(services, guild, orderId)))
  } finally {
    here.delete(orderId)
  }
}

/** At startup no caller is waiting any more: interrupted orders are checked now. */
export function resumeOrders(services: Services): void {
  for (const order of everyOrder(services)) later(services, order, services.now())
}

/** Finishes an order that was interrupted or had to wait, if the member who wanted it still may. */
export const settleOrder = job({
  handle: settling,
  payload: named,
  lane: 'answers',
  promise: 'housekeeping',
  async run(services, { orderId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const order = guild && orderOf(services, guild.id, orderId)
    if (!guild || !order) return
    if (!guild.available) throw new Error('the server is not available')
    if (underWay(services).has(orderId)) {
      later(services, order, services.now() + settleMs)
      return
    }
    const member = order.byId === null ? null : await services.access.member(guild, order.byId)
    try {
      if (!member) throw new UserError('emojis.nobody', 'Whoever asked for it has left the server.')
      await demandRights(services, guild, member, order)
      await initiatedBy({ member, feature: emojis.name, needs: ['manage'] }, () => carryOut(services, guild, orderId))
    } catch (error) {
      if (!(error instanceof UserError) || isOutage(error)) throw error
      const left = orderOf(services, guild.id, orderId)
      if (left) await giveUp(services, left)
      tellUnkept(services, guild, emojis, { promise: wordsFor(order), why: error.message })
    }
  },
})
