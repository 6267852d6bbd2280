import { GuildFeature } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { unknown } from '../errors.ts'
import { guildOf } from '../lookup.ts'
import { countsOf, guildView } from './view.ts'

/** For members, and for everybody where the guild can be discovered. @throws DiscordError 10004 */
export function guildPreview(sandbox: Sandbox, viewerId: string, guildId: string) {
  const state = guildOf(sandbox.world, guildId)
  if (!state.members.has(viewerId) && !state.guild.features.includes(GuildFeature.Discoverable)) throw unknown.guild()
  const { id, name, icon, splash, discovery_splash, home_header, features, description, emojis, stickers } =
    guildView(state)
  return {
    id,
    name,
    icon,
    splash,
    discovery_splash,
    home_header,
    features,
    description,
    emojis,
    stickers,
    ...countsOf(sandbox, state),
  }
}
