import { type Services, state } from '#kernel/feature.ts'

/** Counts what happens to a server's emojis: what Discord said of them before is not good enough after it. */
const happened = state(() => ({ times: 0 }))

export const noteHappened = (services: Pick<Services, 'memory'>, guildId: string): void =>
  void (happened(services, guildId).times += 1)

export const timesHappened = (services: Pick<Services, 'memory'>, guildId: string): number =>
  happened(services, guildId).times
