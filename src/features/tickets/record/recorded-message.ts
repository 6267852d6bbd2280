import type { RecordedParts } from './message-content.ts'
import type { ticketAttachments, ticketMessages } from './table.ts'

export type Attachment = typeof ticketAttachments.$inferSelect

/** A message of a ticket with everything that is known about it. */
export interface RecordedMessage
  extends Omit<typeof ticketMessages.$inferSelect, 'parts' | 'guildId' | 'ticketId' | 'key'> {
  parts: RecordedParts
  /** Its earlier versions, oldest first; content is null for people who asked to be forgotten. */
  versions: { content: string | null; at: number; afterClosing: boolean }[]
  files: Attachment[]
}

/** Who a ticket is displayed to. Its opener is not shown what the team wrote after it was closed. */
export type Audience = 'team' | 'opener'

/** Returns a message as its opener saw it: without edits made and files added after the closing. */
export function untilClosing(message: RecordedMessage): RecordedMessage {
  const { content, versions, files, parts, editedAt } = message
  const texts = [...versions.map(version => version.content), content].filter(
    (_text, place) => place === 0 || versions[place - 1]?.afterClosing === false,
  )
  const isChanged = versions.at(-1)?.afterClosing === true
  const seen = versions.filter(({ afterClosing }) => !afterClosing)
  return {
    ...message,
    content: texts.at(-1) ?? null,
    versions: seen.flatMap(({ at, afterClosing }, place) => ({ content: texts[place] ?? null, at, afterClosing })),
    editedAt: isChanged ? (seen.at(-1)?.at ?? null) : editedAt,
    // Link previews belong to the text that contains the link.
    parts: isChanged ? { ...parts, embeds: [] } : parts,
    files: files.filter(({ afterClosing }) => !afterClosing),
  }
}
