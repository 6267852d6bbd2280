import { postModlog } from '#features/moderation/public.ts'
import type { Services } from '#kernel/feature.ts'
import { inert } from '#kit/template.ts'
import { logColour, safeQuote } from '../sanctions/log-embed.ts'
import type { GhostPing } from '../state.ts'

/** Reports a ghost ping in the moderation log. @param what happened to the mention, as a sentence */
export function reportPing(
  services: Services,
  guildId: string,
  { author, channelId, content, pinged, at }: GhostPing,
  what: string,
): Promise<void> | undefined {
  const guild = services.client.guilds.cache.get(guildId)
  if (!guild) return undefined
  return postModlog(services, guild, {
    color: logColour,
    author: { name: 'Ghost Ping Detected' },
    description: `**Message**\n${safeQuote(content)}`,
    fields: [
      { name: 'Author', value: `${inert(author.name)} [${author.id}]`, inline: true },
      { name: 'Channel', value: `<#${channelId}>`, inline: true },
      { name: 'Members', value: String(pinged.users.length), inline: true },
      { name: 'Roles', value: String(pinged.roles.length), inline: true },
      { name: 'Everyone?', value: pinged.everyone ? 'Yes' : 'No', inline: true },
      { name: 'What happened', value: what },
    ],
    footer: { text: 'Posted' },
    timestamp: new Date(at).toISOString(),
  })
}
