import type { APIAttachment } from 'discord-api-types/v10'
import { type Greeting, type Kind, presetColours } from '#features/greetings/contract.ts'
import { composeGreeting, type Inviter } from '#features/greetings/template.ts'
import type { Preview } from '#web/app/preview/use-preview.ts'
import type { MessageView } from '#web/ui/discord/model.ts'

const sampleInviter: Inviter = { name: 'jun_tan', tag: 'jun_tan', invites: 9 }

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
export function draft(kind: Kind, greeting: Greeting, { bot, member, server, timestamp }: Preview): MessageView {
  const { content, embed } = composeGreeting(kind, sound(greeting), member, server, sampleInviter)
  const pictured = greeting.card && embed && !embed.image ? { ...embed, image: { url: card.url } } : embed
  const attached = greeting.card && pictured?.image?.url !== card.url
  return {
    id: kind,
    author: bot,
    timestamp,
    content,
    embeds: pictured ? [pictured] : [],
    attachments: attached ? [card] : [],
  }
}
