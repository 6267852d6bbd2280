import {
  commonValues,
  cut,
  longest,
  type MemberFacts,
  type ServerFacts,
  render,
  type TemplateValues,
} from '#kit/template.ts'
import type { Greeting, Kind } from './contract.ts'

export interface Inviter {
  name: string
  tag: string
  invites: number
}

interface GreetingEmbed {
  color: number
  title?: string
  description?: string
  footer?: { text: string }
  author?: { name: string; icon_url?: string }
  thumbnail?: { url: string }
  image?: { url: string }
}

/** What is sent: text, an embed or both, never neither. */
interface GreetingMessage {
  content: string
  embed: GreetingEmbed | undefined
}

/** What the occasion tells besides the member and the server. */
const inviterValues = ({ name, tag, invites }: Inviter): TemplateValues => ({
  inviter: name,
  'inviter.name': name,
  'inviter.tag': tag,
  invites,
})

const lengthOf = (text: string) => [...text].length

/** Sent when the configured text renders to nothing, since Discord refuses empty messages. */
const fallback: Record<Kind, string> = {
  welcome: '{member.nick} 🎉',
  farewell: '{member.tag} has left the server 👋',
}

const webAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= longest.address ? text : undefined

function embedOf(greeting: Greeting, marked: TemplateValues, plain: TemplateValues, avatarURL: string) {
  const { embed } = greeting
  const line = (text: string, max: number) => cut(render(text, plain).replace(/\s+/g, ' ').trim(), max)
  const title = line(embed.title, longest.title)
  const footer = cut(render(embed.footer, plain).trim(), longest.footer)
  const author = line(embed.author.name, longest.author)
  const room = longest.embed - lengthOf(title) - lengthOf(footer) - lengthOf(author)
  const description = cut(render(embed.description, marked).trim(), Math.min(longest.description, room))
  const image = webAddress(render(embed.image, plain))
  if (title === '' && footer === '' && author === '' && description === '' && !image) return undefined
  const icon = webAddress(render(embed.author.iconURL, plain))
  const thumbnail = embed.thumbnail ? webAddress(avatarURL) : undefined
  return {
    color: Number.parseInt(embed.color.slice(1), 16),
    ...(title && { title }),
    ...(description && { description }),
    ...(footer && { footer: { text: footer } }),
    ...(author && { author: { name: author, ...(icon && { icon_url: icon }) } }),
    ...(thumbnail && { thumbnail: { url: thumbnail } }),
    ...(image && { image: { url: image } }),
  } satisfies GreetingEmbed
}

/** Makes the message that greets `member`: what the settings say, filled, within Discord's limits, never empty. */
export function composeGreeting(
  kind: Kind,
  greeting: Greeting,
  member: MemberFacts,
  server: ServerFacts,
  inviter: Inviter,
): GreetingMessage {
  const own = inviterValues(inviter)
  const marked = { ...commonValues(member, server, 'marked'), ...own }
  const plain = { ...commonValues(member, server, 'plain'), ...own }
  const written = greeting.type === 'embed' ? '' : render(greeting.content, marked).trim()
  const embed = greeting.type === 'message' ? undefined : embedOf(greeting, marked, plain, member.avatarURL)
  const content = written === '' && !embed && !greeting.card ? render(fallback[kind], marked) : written
  return { content: cut(content, longest.content), embed }
}

/** Every text of a greeting that may have placeholders. */
export const textsOf = ({ content, embed }: Greeting): readonly string[] => [
  content,
  embed.title,
  embed.description,
  embed.footer,
  embed.author.name,
  embed.author.iconURL,
  embed.image,
]
