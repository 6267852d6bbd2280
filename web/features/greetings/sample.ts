import type { APIAttachment } from 'discord-api-types/v10'
import { type Greeting, type GreetingKind, presetColours } from '#features/greetings/contract.ts'
import { composeGreeting, type Inviter } from '#features/greetings/template.ts'
import type { Preview } from '#web/app/preview/use-preview.ts'
import type { MessageView } from '#web/ui/discord/model.ts'

/** The card as a file of the message, at the URL that draws it. */
const cardOf = (url: string): APIAttachment => ({
  id: '1',
  filename: 'card.png',
  content_type: 'image/png',
  url,
  proxy_url: url,
  size: 90_000,
  width: 934,
  height: 360,
})

/** A color being typed may not be valid yet. */
const sound = (greeting: Greeting): Greeting =>
  /^#[0-9a-f]{6}$/i.test(greeting.embed.color)
    ? greeting
    : { ...greeting, embed: { ...greeting.embed, color: presetColours[0].value } }

/** The message that would be sent, from the same function that creates the real one. */
export function draft(
  kind: GreetingKind,
  greeting: Greeting,
  { bot, member, server, timestamp }: Preview,
  inviter: Inviter,
): MessageView {
  const known = sound(greeting)
  const { content, embeds } = composeGreeting(kind, known, member, server, inviter)
  const drawn = new URLSearchParams({ kind, colour: known.embed.color })
  const card = cardOf(`/api/guild/${server.id}/greeting/card?${drawn}`)
  const [first] = embeds
  const inFirst = greeting.card && first && !first.image
  return {
    id: kind,
    author: bot,
    timestamp,
    content,
    embeds: inFirst ? [{ ...first, image: { url: card.url } }, ...embeds.slice(1)] : embeds,
    attachments: greeting.card && !inFirst ? [card] : [],
  }
}
