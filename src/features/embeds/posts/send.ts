import type { APIMessage, GuildMember } from 'discord.js'
import { z } from 'zod'
import type { Body } from '#contract'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { isOutage, isRefusal } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import type embeds from '../contract.ts'
import type { endpoints } from '../contract.ts'
import { removeDraft } from '../drafts/rows.ts'
import { dropUnusedFiles, readFiles } from '../files/files.ts'
import { findInterruptedPost } from './interrupted-sending.ts'
import { pingProblems, pingsOf } from './pings.ts'
import { allProblems, controlIds, demandNone, filled } from './prepare.ts'
import { hookIn, post as postMessage, refusedByDiscord } from './request.ts'
import { changePost, insertPost, postOf, removePost, type StoredPost } from './rows.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }
type Order = Body<(typeof endpoints)['send']>

const inOrder = processState(createKeyedQueue)
/** The kind under which sent messages are recorded in the server's history. */
export const messagesNoted = 'messages'

/** After an interrupted sending, how long to leave it to the sender to try again. */
const settleMs = 60_000
const settling = jobHandle(z.object({ postId: z.string() }))
const settlingKey = ({ guildId, id }: Pick<StoredPost, 'guildId' | 'id'>) => `${guildId}/${id}`

/** The message as sent. Discord stores its own copy of the files; ours are deleted along with the draft. */
const asSent = (message: MessageDraft, { attachments }: APIMessage): MessageDraft => ({
  ...message,
  attachments: message.attachments.map((file, place) => ({
    ...file,
    id: attachments.find(({ filename }) => filename === file.filename)?.id ?? attachments[place]?.id ?? file.id,
  })),
})

function noteSent(services: Services, stored: StoredPost, found: APIMessage): StoredPost {
  services.scheduler.cancel(settling, settlingKey(stored))
  const change = {
    state: 'sent',
    messageId: found.id,
    webhookId: found.webhook_id ?? null,
    message: asSent(stored.message, found),
  } as const
  return changePost(services, stored, change) ?? { ...stored, ...change }
}

/**
 * Resolves an interrupted sending: a message that it left in the channel was sent; if it left none, nothing was. If
 * that is uncertain, the list says so.
 */
export const settleSending = job({
  handle: settling,
  payload: z.object({ postId: z.string() }),
  lane: 'answers',
  promise: 'housekeeping',
  run: (services, { postId }, { guildId }) =>
    inOrder(services)(`${guildId}/${postId}`, async () => {
      const stored = postOf(services, guildId ?? '', postId)
      if (stored?.state !== 'sending') return
      const left = await findInterruptedPost(services, stored)
      if (left.is === 'sent') noteSent(services, stored, left.found)
      if (left.is === 'not-sent') removePost(services, stored)
    }),
})

function writeDown(ctx: Ctx, { key, name, channelId, sender, message }: Order): StoredPost {
  const { db, guild, member, now, scheduler } = ctx
  const at = now()
  return db.transaction(() => {
    const by = { postedAt: at, postedById: member.id, postedByName: member.displayName }
    const stored = insertPost(ctx, {
      guildId: guild.id,
      id: key,
      state: 'sending',
      name,
      channelId,
      sender,
      message,
      ...by,
    })
    const entry = { at: at + settleMs, guildId: guild.id, key: settlingKey(stored), payload: { postId: key } }
    scheduler.at(settling, entry)
    return stored
  })
}

/**
 * Whether Discord recognizes a repeat: it does so for "a few minutes", but only for the bot's own messages, not a
 * webhook's.
 */
const isKnownAtDiscord = ({ now }: Ctx, { sender, postedAt }: StoredPost) =>
  !sender && Math.abs(now() - postedAt) < settleMs

const notKnown = () =>
  new UserError(
    'embeds.not-known',
    'It is not known whether this was sent: look in the channel. If it is not there, delete it from what was sent, and send it again.',
    409,
  )

/** The earlier attempt with this key: sent, or left in the channel by an interrupted sending. */
async function begunBefore(ctx: Ctx, key: string): Promise<StoredPost | undefined> {
  const before = postOf(ctx, ctx.guild.id, key)
  if (before?.state !== 'sending') return before
  const left = await findInterruptedPost(ctx, before)
  if (left.is === 'sent') return noteSent(ctx, before, left.found)
  if (left.is === 'unsure' && !isKnownAtDiscord(ctx, before)) throw notKnown()
  removePost(ctx, before)
  ctx.scheduler.cancel(settling, settlingKey(before))
  return undefined
}

/**
 * Sends a message, once per key.
 * @param via how it was asked for, for the server's history
 * @throws UserError with every reason why it cannot be sent, or Discord's error
 */
export const sendMessage = (ctx: Ctx, order: Order, via = 'dashboard'): Promise<StoredPost> =>
  inOrder(ctx)(`${ctx.guild.id}/${order.key}`, () =>
    inLane('answers', async () => {
      const { channelId, sender, message, pings, key } = order
      const before = await begunBefore(ctx, key)
      if (before) return before
      demandNone(allProblems(ctx, channelId, order))
      demandNone(pingProblems(await pingsOf(ctx, channelId, { sender, message: filled(ctx, message) }), pings))
      const files = await readFiles(ctx, message.attachments)
      const hook = sender ? await hookIn(ctx, channelId, true).catch(tellRefused) : undefined
      const stored = writeDown(ctx, order)
      const outgoing = { message: filled(ctx, message), files, pings, control: controlIds(key, message) }
      const found = await postMessage(ctx, channelId, { ...outgoing, key, sender, hook }).catch((error: unknown) =>
        notSent(ctx, stored, error),
      )
      const sent = ctx.db.transaction(() => {
        const done = noteSent(ctx, stored, found)
        if (order.draftId !== null) removeDraft(ctx, ctx.guild.id, order.draftId)
        const posted = { before: null, after: channelId }
        const name = order.name || 'Message'
        ctx.note({ kind: messagesNoted, id: key, name, posted }, { userId: ctx.member.id, via })
        return done
      })
      await dropUnusedFiles(ctx, message.attachments)
      return sent
    }),
  )

function tellRefused(error: unknown): never {
  throw refusedByDiscord(error)
}

/** A message that was refused or held back was not sent. If Discord did not answer, it may have been: that is checked later. */
function notSent(ctx: Ctx, stored: StoredPost, error: unknown): never {
  if (isRefusal(error) || !isOutage(error) || error instanceof UserError) {
    removePost(ctx, stored)
    ctx.scheduler.cancel(settling, settlingKey(stored))
    return tellRefused(error)
  }
  throw new UserError(
    'embeds.unsure',
    'Discord did not answer, so it may have been sent. In a minute it is among what was sent, or it was not; where that is not certain, the list says so. Your draft is kept.',
    503,
  )
}
