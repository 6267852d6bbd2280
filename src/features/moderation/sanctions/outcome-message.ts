import { caseSentence } from '../acts/carry-out.ts'
import { formatDuration } from '#kit/duration.ts'
import { inert } from '#kit/template.ts'
import { formatCount } from '#kit/numbers.ts'
import type { SanctionKind } from '../contract.ts'
import { deliverySentence } from './direct-message.ts'
import { relative } from '../template.ts'
import type { SanctionOutcome } from './apply-sanction.ts'
import { sanctionWording, withReason } from './wording.ts'

/** What reaching the warning limit led to, as a sentence. */
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

interface OutcomeReport {
  kind: SanctionKind
  name: string
  outcome: SanctionOutcome
  durationMs?: number | undefined
  maxWarn: number
  /** Warnings that count after this one. */
  warnings?: number | undefined
  /** As it stands in the case. */
  reason: string | null
}

/** The moderator's answer: what was done, for how long, why, and whether the member was notified. */
export function outcomeMessage({ kind, name, outcome, durationMs, maxWarn, warnings, reason }: OutcomeReport): string {
  const { caseNumber, dm, expiresAt, replaced, threshold } = outcome
  const lasting =
    expiresAt !== null && durationMs !== undefined
      ? ` for ${formatDuration(durationMs)}`
      : kind === 'ban'
        ? ' for good'
        : ''
  const count = threshold === null && warnings !== undefined ? `Warnings that count: ${warnings} of ${maxWarn}.` : ''
  const sentences = [
    `**${inert(name)}** was ${sanctionWording[kind].done}${lasting}. ${caseSentence(caseNumber)}`,
    replaced === null ? '' : `This replaces the timeout that would have ended ${relative(replaced)}.`,
    expiresAt !== null && kind === 'ban' ? `The ban ends ${relative(expiresAt)}.` : '',
    count,
    threshold === null ? '' : thresholdSentence(threshold, maxWarn),
    deliverySentence(dm),
  ]
  return withReason(sentences.filter(Boolean).join(' '), reason)
}
