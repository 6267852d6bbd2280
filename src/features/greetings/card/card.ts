import { loadAvatar } from '#kit/drawing/avatar.ts'
import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import type drawTask from './card.task.ts'
import type { WelcomeCard } from './card.task.ts'

/** Images and names come from strangers, and a native library reads them. */
const draw = task<typeof drawTask>('features/greetings/card/card', {
  place: 'process',
  deadlineMs: 10_000,
  mostWaiting: 32,
})

/**
 * Draws a greeting as a PNG of 934 x 360 px.
 * @param card.avatarURL on Discord's image server; images come only from there
 * @throws UserError if too many cards of the server are being drawn, or it takes too long
 */
export async function drawWelcomeCard(
  { workers, config }: Pick<Services, 'workers' | 'config'>,
  guildId: string,
  { avatarURL, ...card }: Omit<WelcomeCard, 'avatar'> & { avatarURL: string | null },
): Promise<Buffer> {
  const avatar = await loadAvatar(config.discord.cdnUrl, avatarURL)
  const { buffer, byteOffset, byteLength } = await workers.run(draw, { ...card, avatar }, guildId)
  return Buffer.from(buffer, byteOffset, byteLength)
}
