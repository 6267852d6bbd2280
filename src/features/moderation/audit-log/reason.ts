import { randomBytes } from 'node:crypto'
import { cut } from '#kit/template.ts'

/** Discord's limit for a reason in the audit log. */
const longest = 512
const newMark = () => `, act ${randomBytes(3).toString('hex')}`
const roomForMark = newMark().length

/** What Discord's audit log says about an act of the bot: the reason, and who asked for it. */
export function auditReason(reason: string | null, moderator: { id: string; name: string }): string {
  const by = `(by ${moderator.name}, ${moderator.id})`
  const room = longest - roomForMark - by.length - 1
  return `${cut((reason ?? 'No reason given').toWellFormed().replace(/\s+/gu, ' '), room)} ${by}`
}

/** Marks what {@link auditReason} wrote, so that Discord's entry about one order is never taken for that about another. */
export function markReasons(): (reason: string) => string {
  const mark = newMark()
  return reason => reason.replace(/\)$/, `${mark})`)
}
