import { randomBytes } from 'node:crypto'
import { cut } from '#kit/template.ts'

/** Discord's limit for a reason in the audit log. */
const longest = 512
const newMark = () => `, act ${randomBytes(3).toString('hex')}`
const roomForMark = newMark().length

/** Returns the reason for Discord's audit log: the moderator's reason, and who asked for the act. */
export function auditReason(reason: string | null, moderator: { id: string; name: string }): string {
  const by = `(by ${moderator.name}, ${moderator.id})`
  const room = longest - roomForMark - by.length - 1
  return `${cut((reason ?? 'No reason given').toWellFormed().replace(/\s+/gu, ' '), room)} ${by}`
}

/**
 * Returns a function that adds a unique mark to {@link auditReason}, so that audit log entries of two orders are never
 * confused.
 */
export function markReasons(): (reason: string) => string {
  const mark = newMark()
  return reason => reason.replace(/\)$/, `${mark})`)
}
