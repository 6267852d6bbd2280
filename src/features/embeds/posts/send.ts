import type { APIMessage, GuildMember } from 'discord.js'
import { z } from 'zod'
import type { Body } from '#contract'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { isOutage, isRefusal } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { createInOrder } from '#kit/keyed-queue.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import type embeds from '../contract.ts'
import type { endpoints } from '../contract.ts'
import { removeDraft } from '../drafts/rows.ts'
import { dropUnusedFiles, readFiles } from '../files/files.ts'
import { leftBehind } from './interrupted-sending.ts'
import { pingProblems, pingsOf } from './pings.ts'
import { allProblems, controlIds, demandNone, filled } from './prepare.ts'
import { hookIn, post as postMessage, refusedByDiscord } from './request.ts'
import { changePost, insertPost, postOf, removePost, type StoredPost } from './rows.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }
type Order = Body<(typeof endpoints)['send']>

const inOrder = processState(createInOrder)
/** What posted messages are noted under in the server's history. */
export const messagesNoted = 'messages'

/** After a sending that was cut off, so long is left to whoever tries again. */
const settleMs = 60_000
const settling = jobHandle(z.object({ postId: z.string() }))
const settlingKey = ({ guildId, id }: Pick<StoredPost, 'guildId' | 'id'>) => `${guildId}/${id}`

/** Discord keeps its own copy of the files: those of ours go with the draft. */
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
 * Makes up for a sending that was cut off: what it left is what was sent; where it left nothing, nothing was. What is not
 * certain stays listed as such.
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
      const left = await leftBehind(services, stored)
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

/** Discord does not show what the bot sends again, for "a few minutes"; of a webhook's messages it knows nothing. */
const isKnownAtDiscord = ({ now }: Ctx, { sender, postedAt }: StoredPost) =>
  !sender && Math.abs(now() - postedAt) < settleMs

const notKnown = () =>
  new UserError(
    'embeds.not-known',
    'It is not known whether this was sent: look in the channel. If it is not there, delete it from what was sent, and send it again.',
    409,
  )

/** What was begun with this key before: sent, or left behind where it was cut off. */
async function begunBefore(ctx: Ctx, key: string): Promise<StoredPost | undefined> {
  const before = postOf(ctx, ctx.guild.id, key)
  if (before?.state !== 'sending') return before
  const left = await leftBehind(ctx, before)
  if (left.is === 'sent') return noteSent(ctx, before, left.found)
  if (left.is === 'unsure' && !isKnownAtDiscord(ctx, before)) throw notKnown()
  removePost(ctx, before)
  ctx.scheduler.cancel(settling, settlingKey(before))
  return undefined
}

/**
 * Sends a message, once for a key.
 * @param note what is done in the transaction that records it
 * @throws UserError with every reason why it cannot be sent, or what Discord has to say about it
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

/** What was refused is not sent. Where nobody answered it may be: that is looked up. */
function notSent(ctx: Ctx, stored: StoredPost, error: unknown): never {
  if (isRefusal(error) || !isOutage(error)) {
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
