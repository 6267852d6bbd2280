import { type Context, processState, state } from '#kernel/feature.ts'
import { createCooldowns } from '#kernel/commands/cooldowns.ts'
import { waitLeft } from '#kit/clock.ts'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { budget } from '../design/contract.ts'
import type { StoredCommand } from '../rows.ts'

type Ctx = Pick<Context, 'guild' | 'memory' | 'now'>

/** What a server has used of its minute. */
const minutes = state(() => ({ startedAt: 0, answers: 0, directMessages: 0, told: false }))

function minuteOf(ctx: Ctx) {
  const used = minutes(ctx, ctx.guild.id)
  const at = ctx.now()
  if (waitLeft(used.startedAt, budget.minuteMs, at) === 0)
    Object.assign(used, { startedAt: at, answers: 0, directMessages: 0, told: false })
  return used
}

/**
 * Takes one answer out of the server's budget.
 * @returns false where none is left, and that was told in this minute
 * @throws UserError where none is left, once a minute
 */
export function spend(ctx: Ctx): boolean {
  const used = minuteOf(ctx)
  if (used.answers < budget.answers) {
    used.answers++
    return true
  }
  if (used.told) return false
  used.told = true
  throw new UserError(
    'customcommands.budget',
    `This server’s own commands were used ${budget.answers} times within a minute. They rest until it is over.`,
    429,
  )
}

/** @throws UserError where this minute's direct messages are used up */
export function spendDirectMessage(ctx: Ctx): void {
  const used = minuteOf(ctx)
  if (used.directMessages >= budget.directMessages)
    throw new UserError(
      'customcommands.budget',
      'Too many direct messages were asked of me within a minute. Try again in a minute.',
      429,
    )
  used.directMessages++
}

const cooldowns = processState(({ now }: Pick<Ctx, 'now' | 'memory'>) => createCooldowns(now))

/**
 * Begins the waits of a command.
 * @returns takes them back, where it was not used after all
 * @throws UserError where one is under way
 */
export function beginWaits(
  ctx: Ctx,
  { id, design }: StoredCommand,
  { userId, channelId }: { userId: string; channelId: string },
): () => void {
  const waits = [
    { key: `${ctx.guild.id}:${id}:@${userId}`, seconds: design.member_wait, until: 'you use that again' },
    { key: `${ctx.guild.id}:${id}:#${channelId}`, seconds: design.shared_wait, until: 'anybody uses that here again' },
  ].filter(({ seconds }) => seconds > 0)
  const begun: string[] = []
  const takeBack = () => {
    for (const key of begun) cooldowns(ctx).release(key)
  }
  for (const { key, seconds, until } of waits) {
    const left = cooldowns(ctx).reserve(key, seconds)
    if (left === 0) {
      begun.push(key)
      continue
    }
    takeBack()
    throw new UserError('customcommands.wait', `Please wait ${formatDuration(left)} before ${until}.`, 429)
  }
  return takeBack
}
