import { caseSentence } from '../acts/carry-out.ts'
import { formatDuration } from '#kit/duration.ts'
import { formatCount } from '#kit/numbers.ts'
import type { SanctionKind } from '../contract.ts'
import { deliverySentence } from './direct-message.ts'
import type { SanctionOutcome } from './apply-sanction.ts'
import { inChat, type Surface } from './surface.ts'
import { sanctionWording, withReason } from './wording.ts'

/** Returns a sentence about what reaching the warning limit led to. */
function thresholdSentence(
  { action, done, problem, caseNumber }: NonNullable<SanctionOutcome['threshold']>,
  maxWarn: number,
) {
  const { them, done: past } = sanctionWording[action]
  const limit = `That is the server's limit of ${formatCount(maxWarn, 'warning')}`
  return done
    ? `${limit}, so they were ${past} too${caseNumber === null ? '' : ` (case #${caseNumber})`}.`
    : `${limit}, but I could not ${them}, so the warnings stay. ${problem}`
}

/** The result of an order, with the facts for the sentences about it. */
export interface OutcomeReport {
  kind: SanctionKind
  /** The target's name. */
  name: string
  outcome: SanctionOutcome
  durationMs?: number | undefined
  maxWarn: number
  /** How many warnings count, including this one. */
  warnings?: number | undefined
  /** As stored in the case. */
  reason: string | null
}

/**
 * Returns the sentences of the reply to the moderator: what was done and for how long, what follows, and whether the
 * member was notified.
 */
export function outcomeSentences(
  { kind, name, outcome, durationMs, maxWarn, warnings }: OutcomeReport,
  surface: Surface,
): string[] {
  const { caseNumber, dm, expiresAt, replaced, threshold } = outcome
  const lasting =
    expiresAt !== null && durationMs !== undefined
      ? ` for ${formatDuration(durationMs)}`
      : kind === 'ban' && expiresAt === null
        ? ' for good'
        : ''
  const count = threshold === null && warnings !== undefined ? `Warnings that count: ${warnings} of ${maxWarn}.` : ''
  const sentences = [
    `${surface.name(name)} was ${sanctionWording[kind].done}${lasting}. ${caseSentence(caseNumber)}`,
    replaced === null ? '' : `This replaces the timeout that would have ended ${surface.moment(replaced)}.`,
    expiresAt !== null && kind === 'ban' ? `The ban ends ${surface.moment(expiresAt)}.` : '',
    count,
    threshold === null ? '' : thresholdSentence(threshold, maxWarn),
    deliverySentence(dm),
  ]
  return sentences.filter(Boolean)
}

/** The same for a chat, with the reason. */
export const outcomeMessage = (report: OutcomeReport): string =>
  withReason(outcomeSentences(report, inChat).join(' '), report.reason)
