import { loadAvatar } from '#kit/drawing/avatar.ts'
import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import type drawTask from './card.task.ts'
import type { RankCard } from './card.task.ts'

/** Pictures and names come from strangers, and a native library reads them. */
const draw = task<typeof drawTask>('features/leveling/board/card', {
  place: 'process',
  deadlineMs: 10_000,
  mostWaiting: 32,
})

/**
 * Draws a member's rank as a PNG of 934 x 282 px.
 * @param card.avatarURL on Discord's image server; images come only from there
 * @throws UserError if too many cards of the server are being drawn, or it takes too long
 */
export async function drawRankCard(
  { workers, config }: Pick<Services, 'workers' | 'config'>,
  guildId: string,
  { avatarURL, ...card }: Omit<RankCard, 'avatar'> & { avatarURL: string | null },
): Promise<Buffer> {
  const avatar = await loadAvatar(config.discord.cdnUrl, avatarURL)
  const { buffer, byteOffset, byteLength } = await workers.run(draw, { ...card, avatar }, guildId)
  return Buffer.from(buffer, byteOffset, byteLength)
}
