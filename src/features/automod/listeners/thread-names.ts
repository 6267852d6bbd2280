import { setTimeout as rest } from 'node:timers/promises'
import { type AnyThreadChannel, AuditLogEvent, type GuildTextBasedChannel, type Message } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import type { Context } from '#kernel/feature.ts'
import { reportOffence, strikeAuthor } from '../sanctions/offence.ts'
import automod from '../contract.ts'
import { exemptionContext, exemptionReason, protectedAs } from '../message/exemption.ts'
import type { BrokenRule } from '../rules/evaluate.ts'
import { memberOf, reportName, rulesBrokenByName } from './names.ts'
import { stateOf } from '../state.ts'

type Ctx = Context<typeof automod>

/** Which rules a name breaks that somebody gave in a place where that is moderated. */
const brokenIn = (ctx: Ctx, name: string, place: GuildTextBasedChannel, authorId: string): Promise<BrokenRule[]> =>
  rulesBrokenByName(ctx, name, { channelId: place.id, authorId }, async () => {
    const member = await memberOf(ctx.guild, authorId)
    return (
      member?.user.bot === true ||
      exemptionReason(exemptionContext(place, member, protectedAs(ctx, ctx.guild, authorId)), ctx.own) !== null
    )
  })

/** The name of a new thread or forum post is read like a message: it goes, with all in it, when it breaks a rule. */
export async function onThread(ctx: Ctx, thread: AnyThreadChannel, isNew: boolean): Promise<'stop' | void> {
  if (!isNew || thread.ownerId === null) return undefined
  const hits = await brokenIn(ctx, thread.name, thread, thread.ownerId)
  const [first] = hits
  const state = stateOf(ctx)
  if (!first || state.handled.has(thread.id)) return undefined
  state.handled.set(thread.id, true)
  const user = await ctx.client.users.fetch(thread.ownerId)
  const ruled = hits.map(({ rule }) => ({ rule: rule.name, evidence: thread.name }))
  const channelId = thread.parentId ?? thread.id
  const result = strikeAuthor(ctx, { source: thread.id, user, channelId, broken: ruled })
  const reason = `Auto-moderation: its name ${first.rule.reason}`
  const deleted = await inLane('moderation', () => thread.delete(reason)).then(
    () => true,
    (err: unknown) => {
      ctx.log.info({ err, guildId: ctx.guild.id, feature: automod.name }, 'thread could not be deleted')
      return false
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

/** Discord repeats a thread's name in the channel it was made in. The strike is for the thread itself. */
export async function onThreadNotice(ctx: Ctx, message: Message): Promise<'stop' | void> {
  if (!message.inGuild()) return undefined
  const hits = await brokenIn(ctx, message.content, message.channel, message.author.id)
  if (hits.length === 0) return undefined
  await stateOf(ctx).deletions.remove(ctx, message.channel, [message.id])
  return 'stop'
}

/** Discord's audit log may be behind by seconds: it is asked again after each of these (ms), unless it names somebody. */
const askAgainMs = [1500, 3500, 10_000, 15_000]
const keptMs = 1000

/** Who gave a thread this name, as the audit log tells, perhaps half a minute later; null when it does not. */
async function renamedBy(ctx: Ctx, threadId: string, name: string): Promise<string | null> {
  const ask = () => ctx.guild.fetchAuditLogs({ type: AuditLogEvent.ThreadUpdate, limit: 10 })
  const key = `automod.renamed.${threadId}.${name}`
  for (const waitMs of [0, ...askAgainMs]) {
    if (waitMs > 0) await rest(waitMs, undefined, { ref: false })
    const log = await ctx.askDiscord({ guildId: ctx.guild.id, key, ttlMs: keptMs, ask }).catch(() => null)
    if (!log) return null
    const entry = log.entries.find(
      ({ targetId, changes }) =>
        targetId === threadId && changes.some(change => change.key === 'name' && change.new === name),
    )
    if (entry) return entry.executorId
  }
  return null
}

/** For a thread that never had a name which may stay. */
const neutralName = 'Thread'

/**
 * A thread that gets a name which breaks a rule gets its last good one back. Nobody is struck: Discord does not say in
 * time who did it, and the thread may be somebody else's.
 */
export async function onThreadRename(ctx: Ctx, before: AnyThreadChannel, thread: AnyThreadChannel): Promise<void> {
  if (before.name === thread.name || thread.ownerId === null) return
  const { cleanNames, handled } = stateOf(ctx)
  if (handled.has(thread.id)) return
  const { name } = thread
  const owners = await brokenIn(ctx, name, thread, thread.ownerId)
  if (owners.length === 0) {
    cleanNames.delete(thread.id)
    return
  }
  const wasClean = (await brokenIn(ctx, before.name, thread, thread.ownerId)).length === 0
  const clean = cleanNames.get(thread.id) ?? (wasClean ? before.name : neutralName)
  // Discord lets a thread be renamed twice in ten minutes: this name may be late, and others come before it.
  cleanNames.set(thread.id, clean)
  const by = await renamedBy(ctx, thread.id, name)
  // What it has been called since is judged for itself.
  if (thread.name !== name) return
  const hits = by === null || by === thread.ownerId ? owners : await brokenIn(ctx, name, thread, by)
  if (hits.length === 0) {
    cleanNames.delete(thread.id)
    return
  }
  const done = await inLane('moderation', () =>
    thread.setName(clean, `Auto-moderation: its name ${hits[0]?.rule.reason}`),
  ).then(
    () => `I changed it back to ${clean}.`,
    (err: unknown) => {
      ctx.log.info({ err, guildId: ctx.guild.id, feature: automod.name }, 'thread could not be named back')
      return 'Nothing: I could not rename it. The doctor command shows what I am missing.'
    },
  )
  const user = by === null ? null : await ctx.client.users.fetch(by).catch(() => null)
  await reportName(ctx, { hits, name, user, where: `Name of <#${thread.id}>`, done })
}
