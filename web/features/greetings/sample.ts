import type { APIAttachment } from 'discord-api-types/v10'
import { type Greeting, type Kind, presetColours } from '#features/greetings/contract.ts'
import { composeGreeting, type Inviter, type Person, type Place } from '#features/greetings/template.ts'
import type { GuildCore } from '#kernel/contract.ts'
import type { SessionUser } from '#web/app/session.tsx'
import type { MessageView } from '#web/ui/discord/model.ts'

/** Stands for the bot in previews; no real account has it. */
export const botId = '0'

/** Discord's own picture for an account without one: by the id. Source: Discord's documentation, "CDN Endpoints". */
const standIn = (id: string) => `embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`

/** Discord counts time from 2015 in an id's upper bits. */
const createdAt = (id: string) => Number(BigInt(id) >> 22n) + 1_420_070_400_000

/** Who looks at the page, as somebody who has just joined. */
export function samplePerson(user: SessionUser, avatarURL: string | undefined, cdnUrl: string, now: number): Person {
  return {
    id: user.id,
    username: user.username,
    displayName: user.username,
    discriminator: user.discriminator,
    avatarURL: avatarURL ?? `${cdnUrl}/${standIn(user.id)}`,
    createdAt: createdAt(user.id),
    joinedAt: now,
  }
}

/** The server as far as the page knows it; owner and boosts are samples. */
export function samplePlace(guild: GuildCore | undefined): Place {
  return {
    id: guild?.id ?? '',
    name: guild?.name ?? '',
    iconURL: guild?.iconURL ?? '',
    members: guild?.memberCount ?? 0,
    owner: 'mara.w',
    boosts: 14,
    boostTier: 2,
  }
}

export const sampleInviter: Inviter = { name: 'jun_tan', tag: 'jun_tan', invites: 9 }

const card: APIAttachment = {
  id: '1',
  filename: 'card.png',
  url: 'attachment://card.png',
  proxy_url: 'attachment://card.png',
  size: 90_000,
}

/** A colour as it is typed may not be one yet. */
const sound = (greeting: Greeting): Greeting =>
  /^#[0-9a-f]{6}$/i.test(greeting.embed.color)
    ? greeting
    : { ...greeting, embed: { ...greeting.embed, color: presetColours[0].value } }

/** The message that would be sent, from the same function that makes the real one. */
export function draft(
  kind: Kind,
  greeting: Greeting,
  person: Person,
  guild: GuildCore | undefined,
  bot: string,
  now: number,
): MessageView {
  const { content, embed } = composeGreeting(kind, sound(greeting), person, samplePlace(guild), sampleInviter)
  const pictured = greeting.card && embed && !embed.image ? { ...embed, image: { url: card.url } } : embed
  const attached = greeting.card && pictured?.image?.url !== card.url
  return {
    id: kind,
    author: { id: botId, username: bot, bot: true },
    timestamp: new Date(now).toISOString(),
    content,
    embeds: pictured ? [pictured] : [],
    attachments: attached ? [card] : [],
  }
}
