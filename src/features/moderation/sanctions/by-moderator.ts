import type { User } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Context } from '#kernel/feature.ts'
import { activeWarnings, type NamedPerson, tidyReason, warningsSince } from '../cases/case-store.ts'
import { quickReason } from '../cases/quick-reason.ts'
import type moderation from '../contract.ts'
import type { SanctionKind } from '../contract.ts'
import type { OutcomeReport } from './outcome-message.ts'
import { sanction } from './sanction.ts'

/** The moderator who ordered something, and how. */
export interface OrderedBy {
  source: 'person' | 'dashboard'
  moderator: NamedPerson
  /** Where it was ordered: 'channelId/messageId', or the channel alone. */
  origin?: string | undefined
  /** The same key twice in a guild is one act and one case. */
  key?: string | undefined
  /** What is asked for with that key: a different request with it is refused. */
  asked?: string | undefined
}

interface Sanctioning {
  kind: SanctionKind
  target: User
  /** The target's name in this server. */
  name: string
  durationMs?: number | undefined
  deleteMessageSeconds?: number | undefined
  /** As the moderator gave it: the name of a quick reason stands for its text. */
  reason: string | undefined
}

/**
 * Carries out a moderator's order. @returns sentences about the result @throws UserError that says why it was not done
 */
export async function orderSanction(
  ctx: Context<typeof moderation>,
  { source, moderator, origin, key, asked }: OrderedBy,
  { kind, target, name, durationMs, deleteMessageSeconds, reason: given }: Sanctioning,
): Promise<OutcomeReport> {
  const { guild, own } = ctx
  const reason = tidyReason(quickReason(own.reasonTemplates, given))
  const outcome = await sanction(ctx, {
    guild,
    target,
    kind,
    source,
    moderatorId: moderator.id,
    origin,
    key,
    asked,
    durationMs,
    deleteMessageSeconds,
    reason,
  })
  if (!outcome.done)
    throw new UserError(
      'moderation.not-done',
      outcome.problem ?? 'That could not be done.',
      outcome.outage ? 503 : undefined,
    )
  const since = warningsSince(own, ctx.now())
  const warnings = kind === 'warn' ? activeWarnings(ctx, guild.id, target.id, since).length : undefined
  const lasts = outcome.isEarlier ? undefined : durationMs
  return { kind, name, outcome, durationMs: lasts, maxWarn: own.maxWarn, warnings, reason }
}
