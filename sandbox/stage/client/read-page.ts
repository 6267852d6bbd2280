import type { APIMessage } from 'discord-api-types/v10'
import type { StageSession } from './session.ts'

/** How often a page is read before a busy channel is shown as last read. */
const attempts = 4

/**
 * Reads a page of a channel's messages, newest first. An edit or a vote that arrives while the page is still loading
 * finds no message in memory to change; the page is then read again.
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
