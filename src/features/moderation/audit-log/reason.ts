import { cut } from '#kit/template.ts'

/** Discord's limit for a reason in the audit log. */
const longest = 512

/** What Discord's audit log says about an act of the bot: the reason, and who asked for it. */
export function auditReason(reason: string | null, moderator: { id: string; name: string }): string {
  const by = `(by ${moderator.name}, ${moderator.id})`
  const room = longest - by.length - 1
  return `${cut((reason ?? 'No reason given').toWellFormed().replace(/\s+/gu, ' '), room)} ${by}`
}
