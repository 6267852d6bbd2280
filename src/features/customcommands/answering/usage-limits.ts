import { type Context, processState } from '#kernel/feature.ts'
import { createCooldowns } from '#kernel/commands/cooldowns.ts'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'
import { budget } from '../design/contract.ts'
import type { StoredCommand } from '../rows.ts'

type Ctx = Pick<Context, 'guild' | 'memory' | 'now'>

const budgets = processState(({ now }: Pick<Ctx, 'now' | 'memory'>) => ({
  answers: createMinuteBudget(budget.answers, now),
  directMessages: createMinuteBudget(budget.directMessages, now),
  refusals: createMinuteBudget(budget.refusals, now),
  told: createMinuteBudget(1, now),
}))

/**
 * Whether the server has any answers left in this minute.
 * @throws UserError if not, but only once per minute
 */
export function isAnswerLeft(ctx: Ctx): boolean {
  const { answers, told } = budgets(ctx)
  const { id } = ctx.guild
  if (answers.secondsLeft(id) === 0) return true
  if (told.secondsLeft(id) > 0) return false
  told.spend(id)
  throw new UserError(
    'customcommands.budget',
    `This server’s own commands were used ${budget.answers} times within a minute. They can be used again once it is over.`,
    429,
  )
}

export const spendAnswer = (ctx: Ctx): void => budgets(ctx).answers.spend(ctx.guild.id)

/** Counts a refusal that is explained to a member. @returns false if there were too many in this minute */
export function spendRefusal(ctx: Ctx): boolean {
  const { refusals } = budgets(ctx)
  const { id } = ctx.guild
  if (refusals.secondsLeft(id) > 0) return false
  refusals.spend(id)
  return true
}

/** @throws UserError if this minute's direct messages are used up */
export function spendDirectMessage(ctx: Ctx): void {
  const { directMessages } = budgets(ctx)
  const { id } = ctx.guild
  if (directMessages.secondsLeft(id) > 0)
    throw new UserError(
      'customcommands.budget',
      'I was asked for too many direct messages within a minute. Try again in a minute.',
      429,
    )
  directMessages.spend(id)
}

const cooldowns = processState(({ now }: Pick<Ctx, 'now' | 'memory'>) => createCooldowns(now))

/**
 * Begins the cooldowns of a command.
 * @returns a function that cancels them, for when the command was not used after all
 * @throws UserError if a cooldown is running
 */
export function beginCooldowns(
  ctx: Ctx,
  { id, design }: StoredCommand,
  { userId, channelId }: { userId: string; channelId: string },
): () => void {
  const waits = [
    { key: `${ctx.guild.id}:${id}:@${userId}`, seconds: design.member_wait, until: 'you use that again' },
    { key: `${ctx.guild.id}:${id}:#${channelId}`, seconds: design.shared_wait, until: 'anybody uses that here again' },
  ].filter(({ seconds }) => seconds > 0)
  const begun: string[] = []
  const cancel = () => {
    for (const key of begun) cooldowns(ctx).release(key)
  }
  for (const { key, seconds, until } of waits) {
    const left = cooldowns(ctx).reserve(key, seconds)
    if (left === 0) {
      begun.push(key)
      continue
    }
    cancel()
    throw new UserError('customcommands.wait', `Please wait ${formatDuration(left)} before ${until}.`, 429)
  }
  return cancel
}
