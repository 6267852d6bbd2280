import { type AnyThreadChannel, type Message, RESTJSONErrorCodes } from 'discord.js'
import { z } from 'zod'
import { explain, isOutage, isRefusal, refusal } from '#kit/discord-errors.ts'
import { guildContext } from '#kernel/context.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job } from '#kernel/feature.ts'
import { tellUnkept } from '#kernel/notify-unkept.ts'
import { reportOffence, strikeAuthor } from '../sanctions/offence.ts'
import automod from '../contract.ts'
import { stateOf } from '../state.ts'
import { judgeLater, judgeThreadLater, threadHandle, unjudgedThread } from './judge-later.ts'
import { rulesBrokenByThread } from './names.ts'

type Ctx = Context<typeof automod>

/**
 * Treats the name of a new thread or forum post like a message: if it breaks a rule, the thread is deleted with all its
 * content. It waits while Discord does not say whether it does.
 */
export async function onThread(ctx: Ctx, thread: AnyThreadChannel, isNew: boolean): Promise<'stop' | void> {
  if (isNew) return onNewThread(ctx, thread, ctx.now())
}

/** @param at when it was first tried to judge it (Unix ms) */
async function onNewThread(ctx: Ctx, thread: AnyThreadChannel, at: number): Promise<'stop' | void> {
  try {
    return await judgeNew(ctx, thread)
  } catch (error) {
    if (!isOutage(error)) throw error
    judgeThreadLater(ctx, ctx.guild.id, { threadId: thread.id, name: thread.name, at })
    return 'stop'
  }
}

/** @throws if Discord does not answer, before anything was done */
async function judgeNew(ctx: Ctx, thread: AnyThreadChannel): Promise<'stop' | void> {
  if (thread.ownerId === null) return undefined
  const hits = await rulesBrokenByThread(ctx, thread.name, thread, thread.ownerId)
  const [first] = hits
  const state = stateOf(ctx)
  if (!first || state.handled.has(thread.id)) return undefined
  const user = await ctx.client.users.fetch(thread.ownerId)
  state.handled.set(thread.id, true)
  const ruled = hits.map(({ rule }) => ({ rule: rule.name, evidence: thread.name }))
  const channelId = thread.parentId ?? thread.id
  const result = strikeAuthor(ctx, { source: thread.id, user, channelId, broken: ruled })
  const reason = `Auto-moderation: its name ${first.rule.reason}`
  const deleted = await inLane('moderation', () => thread.delete(reason)).then(
    () => true,
    (err: unknown) => {
      ctx.log.info({ err, guildId: ctx.guild.id, feature: automod.name }, 'thread could not be deleted')
      if (!isOutage(err)) return false
      const payload = { threadId: thread.id, name: thread.name, reason }
      ctx.scheduler.at(threadDeletion, { at: ctx.now() + laterMs, guildId: ctx.guild.id, key: thread.id, payload })
      return true
    },
  )
  const reported = hits.map(({ rule: { title, reason }, sentence }) => ({ title, reason, sentence }))
  await reportOffence(
    ctx,
    state,
    { user, channelId, at: ctx.now(), text: thread.name, hits: reported, deleted },
    result,
  )
  return 'stop'
}

/** How long to wait before another attempt during an outage (ms). */
const laterMs = 5000
const doomed = z.object({ threadId: z.string(), name: z.string(), reason: z.string() })
const promised = ({ threadId }: z.output<typeof doomed>) => `delete <#${threadId}>, whose name broke a rule`

/**
 * Deletes a thread that could not be deleted during an outage of Discord, unless it was renamed since. A refusal is
 * reported, and not repeated.
 */
export const threadDeletion = job({
  lane: 'moderation',
  payload: doomed,
  promise: promised,
  async run(services, wanted, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    try {
      const thread = await guild.channels.fetch(wanted.threadId)
      if (thread?.name === wanted.name) await thread.delete(wanted.reason)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.code === RESTJSONErrorCodes.UnknownChannel) return
      const why = explain(error)?.message ?? refusal(error)
      tellUnkept(services, guild, automod, { promise: promised(wanted), why })
    }
  },
})

/** Judges the name of a new thread of which Discord could not say whether it breaks a rule. */
export const threadVerdict = job({
  handle: threadHandle,
  payload: unjudgedThread,
  lane: 'moderation',
  promise: 'housekeeping',
  async run(services, payload, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    // Discord does not show a server's threads while it is down.
    if (!guild.available) return judgeThreadLater(services, guild.id, payload)
    const ctx = guildContext(services, automod, guild)
    if (!ctx.own.enabled || stateOf(ctx).handled.has(payload.threadId)) return
    try {
      const thread = await guild.channels.fetch(payload.threadId)
      if (thread?.isThread() === true && thread.name === payload.name) await onNewThread(ctx, thread, payload.at)
    } catch (error) {
      // Otherwise the thread is gone.
      if (isOutage(error)) judgeThreadLater(ctx, guild.id, payload)
      else if (!isRefusal(error)) throw error
    }
  },
})

/**
 * Discord repeats a thread's name in the parent channel. The strike is given for the thread itself.
 * @param at when it was first tried to judge it (Unix ms)
 */
export async function onThreadNotice(ctx: Ctx, message: Message, at = ctx.now()): Promise<'stop' | void> {
  if (!message.inGuild()) return undefined
  const { channelId, id: messageId } = message
  try {
    const hits = await rulesBrokenByThread(ctx, message.content, message.channel, message.author.id)
    if (hits.length === 0) return undefined
  } catch (error) {
    if (!isOutage(error)) throw error
    judgeLater(ctx, ctx.guild.id, { channelId, messageId, at })
    return 'stop'
  }
  await stateOf(ctx).deletions.remove(ctx, message.channel, [messageId])
  return 'stop'
}
