import type { Guild, GuildTextBasedChannel, MessageCreateOptions } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { embedsAsText } from '#kernel/notices.ts'
import { circumstancesOf } from './circumstances.ts'
import type { Greeting, Kind } from './contract.ts'
import { asPerson, type KeptPerson } from './person.ts'
import { composeGreeting } from './template.ts'

export interface Occasion {
  guild: Guild
  channel: GuildTextBasedChannel
  kind: Kind
  greeting: Greeting
  userId: string
  person: KeptPerson
  /** Whether a mention in the text notifies the member; nobody else is ever notified. */
  ping: boolean
}

/** Makes what is sent to the channel. */
export async function greetingMessage(services: Services, occasion: Occasion): Promise<MessageCreateOptions> {
  const { guild, channel, kind, greeting, userId, person, ping } = occasion
  const { place, inviter } = await circumstancesOf(services, guild, greeting, userId, person.members)
  const drawn = { ...greeting, card: false }
  const { content, embed } = composeGreeting(kind, drawn, asPerson(userId, person), place, inviter)
  const pictured = embed
  // Where the bot may not embed Discord would leave the embed out, and with it perhaps everything.
  const embeds = pictured && channel.permissionsFor(services.client.user)?.has('EmbedLinks') ? [pictured] : []
  const text =
    pictured && embeds.length === 0 ? [content, embedsAsText([pictured])].filter(Boolean).join('\n') : content
  return {
    ...(text !== '' && { content: [...text].slice(0, 2000).join('') }),
    embeds,
    allowedMentions: { parse: [], ...(ping && { users: [userId] }) },
  }
}
