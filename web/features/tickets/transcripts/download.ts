import tickets from '#features/tickets/contract.ts'
import { address } from '#web/app/api.ts'
import { saveFile } from '#web/app/save-file.ts'

export type DownloadFormat = 'html' | 'txt' | 'json'

/** The URL of a transcript's file. */
export const attachmentAddress = (guildId: string, transcriptId: string, attachmentId: string): string =>
  address(tickets.endpoints.transcriptAttachment.path, { params: { guildId, transcriptId, attachmentId } })

/** Downloads a transcript. @returns the message about it, in the specification's words */
export async function downloadTranscript(
  guildId: string,
  transcriptId: string,
  format: DownloadFormat,
): Promise<{ tone: 'success' | 'danger'; title: string }> {
  const path = tickets.endpoints.downloadTranscript.path
  try {
    const response = await fetch(address(path, { params: { guildId, transcriptId }, query: { format } }))
    if (!response.ok) return { tone: 'danger', title: 'Failed to download transcript' }
    saveFile(await response.blob(), `transcript_${transcriptId}.${format}`)
    return { tone: 'success', title: 'Transcript downloaded successfully!' }
  } catch {
    return { tone: 'danger', title: 'Error downloading transcript' }
  }
}
