import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { cut, messageLimits } from '#kit/template.ts'
import { postModlog } from './modlog.ts'

/** Posts in the moderation log that something promised or ordered has not been done. Never throws. */
export function postNotDone(services: Services, guild: Guild, description: string): void {
  void postModlog(services, guild, {
    color: colours.warning,
    author: { name: 'Moderation - Not done' },
    description: cut(description, messageLimits.description),
    timestamp: new Date(services.now()).toISOString(),
  })
}
