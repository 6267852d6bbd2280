import { createHash } from 'node:crypto'
import {
  AutoModerationActionType as ActionType,
  type AutoModerationActionExecution,
  type AutoModerationRule,
  GatewayDispatchEvents,
} from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context, Services } from '#kernel/feature.ts'
import { reportOffence, strikeAuthor } from '../sanctions/offence.ts'
import automod from '../contract.ts'
import { rules } from '../rules/list.ts'
import { stateOf } from '../state.ts'
import { automodNative as rows } from '../table.ts'
import { type NativeRule, fingerprint } from './rule-translation.ts'
import { wantedRules, storedRules } from './sync.ts'

type Ctx = Context<typeof automod>

/** The author of a setting change that only follows a change in Discord, so that it is not written back. */
export const nativeChange = "a change in Discord's AutoMod"

const rowOf = ({ db, guild }: Ctx, ruleId: string) => storedRules(db, guild.id).find(row => row.ruleId === ruleId)

const mark = ({ db, guild }: Ctx, key: string, set: Partial<typeof rows.$inferInsert>) =>
  db
    .update(rows)
    .set(set)
    .where(and(eq(rows.guildId, guild.id), eq(rows.key, key)))
    .run()

/**
 * Handles a change of a rule in Discord, by anybody. A new mention limit is copied to the setting; other changes are
 * only shown.
 */
export function onNativeRuleUpdate(ctx: Ctx, rule: AutoModerationRule): void {
  const row = rowOf(ctx, rule.id)
  if (!row) return
  const { triggerMetadata: given } = rule
  const now: Omit<NativeRule, 'key'> = {
    trigger: rule.triggerType as NativeRule['trigger'],
    keywords: given.keywordFilter,
    patterns: given.regexPatterns,
    mentions: given.mentionTotalLimit,
    roles: [...rule.exemptRoles.keys()],
    channels: [...rule.exemptChannels.keys()],
  }
  const current = fingerprint(now, rule.enabled)
  const limit = given.mentionTotalLimit
  const follows =
    row.key === 'mentions' &&
    rule.enabled &&
    limit !== null &&
    limit !== ctx.own.maxMentions &&
    limit >= 1 &&
    limit <= 20
  if (current !== row.written && follows) ctx.save({ maxMentions: limit }, { userId: null, via: nativeChange })
  const changed = current !== row.written && !(follows && current === wantedMentions(ctx))
  mark(ctx, row.key, { changed, ...(!changed && { written: current }) })
}

/** The fingerprint of the mention rule that the current settings require. */
function wantedMentions(ctx: Ctx): string | undefined {
  const rule = wantedRules(ctx, ctx.guild).rules.find(({ key }) => key === 'mentions')
  return rule && fingerprint(rule)
}

const deletion = z.object({ guild_id: z.string(), id: z.string() })

/**
 * Records that somebody deleted a rule in Discord; it stays deleted until the settings are saved again. Listens to the
 * gateway directly, because discord.js reports only rules that it has cached.
 */
export function watchRuleDeletions({ client, db }: Pick<Services, 'client' | 'db'>): void {
  client.ws.on(GatewayDispatchEvents.AutoModerationRuleDelete, (data: unknown) => {
    const deleted = deletion.safeParse(data)
    if (!deleted.success) return
    db.update(rows)
      .set({ changed: true, ruleId: null })
      .where(and(eq(rows.guildId, deleted.data.guild_id), eq(rows.ruleId, deleted.data.id)))
      .run()
  })
}

const seenMs = 5_000

/**
 * A rule of ours made Discord block a message, which is an offense like any other. There is one event per action; only
 * one of them counts.
 */
export async function onNativeExecution(ctx: Ctx, execution: AutoModerationActionExecution): Promise<void> {
  const { ruleId, userId, channelId, content, action, messageId } = execution
  if (action.type !== ActionType.BlockMessage) return
  // Discord cannot exempt single users: it blocked the message, but there are no further consequences.
  if (ctx.access.protection(ctx.guild, userId)) return
  const row = rowOf(ctx, ruleId)
  const rule = rules.find(({ name }) => name === row?.key)
  if (!rule) return
  const state = stateOf(ctx)
  const eventKey = createHash('sha256').update(`${ruleId}/${userId}/${content}`).digest('base64url').slice(0, 22)
  if (state.handled.has(eventKey)) return
  state.handled.set(eventKey, true, { ttl: seenMs })
  const user = await ctx.client.users.fetch(userId)
  const evidence = execution.matchedContent ?? content
  const source = messageId ?? `${eventKey}-${ctx.now()}`
  const result = strikeAuthor(ctx, { source, user, channelId, broken: [{ rule: rule.name, evidence }] })
  const hit = {
    title: rule.title,
    sentence: "Discord's AutoMod blocked it before anybody saw it.",
    reason: rule.reason,
  }
  const offence = { user, channelId, at: ctx.now(), text: content, hits: [hit], deleted: true }
  await reportOffence(ctx, state, offence, result)
}
