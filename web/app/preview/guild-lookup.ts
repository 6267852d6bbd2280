import { channelNameIn } from '../guild-names.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { blindLookup, type Lookup } from '#web/ui/discord/lookup.ts'

/** The color that Discord sends for a role without one. */
const colourless = '#000000'

/** A channel's name for previews of what is posted there. @param none the text if no channel is chosen */
export function placeName(guild: GuildCore | undefined, channelId: string | null, none: string): string {
  return channelId === null ? none : channelNameIn(guild, channelId)
}

/** The server's own channels and roles by name, for messages that mention them; of pictures, only emoji are loaded. */
export function guildLookup(guild: GuildCore | undefined): Lookup {
  return {
    ...blindLookup,
    unicodeEmoji: name => `/emoji/${name}.svg`,
    role: id => {
      const role = guild?.roles.find(one => one.id === id)
      return role && { name: role.name, ...(role.colour !== colourless && { colour: role.colour }) }
    },
    channel: id => {
      const channel = guild?.channels.find(one => one.id === id)
      return channel && { name: channel.name, kind: 'text' }
    },
  }
}
