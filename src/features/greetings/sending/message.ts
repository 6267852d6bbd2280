import type { Guild, GuildTextBasedChannel, MessageCreateOptions } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { embedsAsText } from '#kit/notices.ts'
import { cut, messageLimits } from '#kit/template.ts'
import { drawWelcomeCard } from '../card/card.ts'
import { templateFacts } from '../template-facts.ts'
import type { Greeting, GreetingKind } from '../contract.ts'
import { factsFrom, type MemberSnapshot } from './member-snapshot.ts'
import { composeGreeting } from '../template.ts'

const cardName = 'card.png'

interface Occasion {
  guild: Guild
  channel: GuildTextBasedChannel
  kind: GreetingKind
  greeting: Greeting
  userId: string
  person: MemberSnapshot
  /** Whether a mention in the text notifies the member; nobody else is ever notified. */
  ping: boolean
}

/** The card; undefined if the bot may not attach files or drawing fails, so that the greeting is sent without it. */
async function cardFor(services: Services, { guild, channel, kind, greeting, person }: Occasion) {
  if (!greeting.card || !channel.permissionsFor(services.client.user)?.has('AttachFiles')) return undefined
  try {
    return await drawWelcomeCard(services, guild.id, {
      name: person.displayName,
      avatarURL: person.avatarURL,
      serverName: guild.name,
      memberCount: person.members,
      kind,
      colour: greeting.embed.color,
    })
  } catch (err) {
    services.log.warn({ err, guildId: guild.id }, 'greeting card could not be drawn')
    return undefined
  }
}

/** Builds the message for the channel; never empty, whatever permissions the bot has there. */
export async function greetingMessage(services: Services, occasion: Occasion): Promise<MessageCreateOptions> {
  const { guild, channel, kind, greeting, userId, person, ping } = occasion
  const card = await cardFor(services, occasion)
  const { server, inviter } = await templateFacts(services, guild, greeting, userId, person.members)
  const compose = (changed: Partial<Greeting>) =>
    composeGreeting(
      kind,
      { ...greeting, card: card !== undefined, ...changed },
      factsFrom(userId, person),
      server,
      inviter,
    )
  const { content, embeds: written } = compose({})
  // Without permission to embed, Discord would drop the embeds, and perhaps nothing would be left.
  const embeds = channel.permissionsFor(services.client.user)?.has('EmbedLinks') ? written : []
  const told = embeds.length < written.length ? [content, embedsAsText(written)].filter(Boolean).join('\n') : content
  const isEmpty = told === '' && embeds.length === 0 && !card
  const text = isEmpty ? compose({ type: 'message', content: '' }).content : cut(told, messageLimits.content)
  const pictured = embeds.map((one, at) =>
    card && at === 0 && !one.image ? { ...one, image: { url: `attachment://${cardName}` } } : one,
  )
  return {
    ...(text !== '' && { content: text }),
    embeds: pictured,
    ...(card && { files: [{ attachment: card, name: cardName, description: `${person.displayName}: ${kind} card` }] }),
    allowedMentions: { parse: [], ...(ping && { users: [userId] }) },
  }
}
