import type { APIMessage } from 'discord-api-types/v10'
import type { StageSession } from './session.ts'

/** A busy channel is shown as last read. */
const attempts = 4

/**
 * Reads a page of a channel's messages, newest first. What happens to a message while its page is on the way, an edit
 * or a vote, finds nothing to change in memory; the page is then read again.
 * @param query as `GET /channels/:id/messages` takes it
 */
export async function readPage(
  { rest, live }: Pick<StageSession, 'rest' | 'live'>,
  channelId: string,
  query: string,
): Promise<APIMessage[]> {
  const unseen = () => live.get().unseen[channelId] ?? 0
  for (let attempt = 1; ; attempt += 1) {
    const before = unseen()
    const page = await rest.call<APIMessage[]>('GET', `/channels/${channelId}/messages?${query}`)
    if (unseen() === before || attempt === attempts) return page
  }
}
