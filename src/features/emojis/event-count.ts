import { type Services, state } from '#kernel/feature.ts'

/**
 * Counts the events about a server's emojis, so that an answer fetched from Discord before an event is not used after
 * it.
 */
const happened = state(() => ({ times: 0 }))

export const countEmojiEvent = (services: Pick<Services, 'memory'>, guildId: string): void =>
  void (happened(services, guildId).times += 1)

export const emojiEvents = (services: Pick<Services, 'memory'>, guildId: string): number =>
  happened(services, guildId).times
