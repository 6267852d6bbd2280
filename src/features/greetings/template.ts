import { intended, render, type TemplateValues } from '#kernel/template.ts'
import type { Greeting, Kind } from './contract.ts'

/** Who joined or left, as they were then. Times are Unix ms. */
export interface Person {
  id: string
  username: string
  /** What the server shows: nickname, display name or username. */
  displayName: string
  /** Empty or '0' for names without one. */
  discriminator: string
  avatarURL: string
  createdAt: number
  joinedAt: number | undefined
}

export interface Place {
  id: string
  name: string
  iconURL: string
  /** Members at that moment. */
  members: number
  owner: string
  boosts: number
  boostTier: number
}

export interface Inviter {
  name: string
  tag: string
  invites: number
}

export interface GreetingEmbed {
  color: number
  title?: string
  description?: string
  footer?: { text: string }
  author?: { name: string; icon_url?: string }
  thumbnail?: { url: string }
  image?: { url: string }
}

/** What is sent: text, an embed or both, never neither. */
export interface GreetingMessage {
  content: string
  embed: GreetingEmbed | undefined
}

export const tagOf = ({ username, discriminator }: Pick<Person, 'username' | 'discriminator'>) =>
  discriminator === '' || discriminator === '0' ? username : `${username}#${discriminator}`

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** How a value is shown where Discord draws its marks, and where it shows them as typed: titles, footers, authors. */
type Surface = 'marked' | 'plain'

const date = (at: number | undefined, surface: Surface) => {
  if (at === undefined) return ''
  return surface === 'marked' ? intended(`<t:${Math.floor(at / 1000)}:D>`) : day.format(at)
}

/** Every placeholder of the three families, by its name with dots. */
export function greetingValues(person: Person, place: Place, inviter: Inviter, surface: Surface): TemplateValues {
  const tag = tagOf(person)
  const mention = surface === 'marked' ? intended(`<@${person.id}>`) : `@${person.displayName}`
  const { displayName, username } = person
  return {
    member: displayName,
    user: displayName,
    username,
    'member.name': username,
    'user.name': username,
    'member.nick': displayName,
    'member.tag': tag,
    'user.tag': tag,
    'member.dis': person.discriminator,
    'member.id': person.id,
    'user.id': person.id,
    'member.mention': mention,
    'user.mention': mention,
    'member.avatar': person.avatarURL,
    'user.avatar': person.avatarURL,
    'member.createdAt': date(person.createdAt, surface),
    'member.joinedAt': date(person.joinedAt, surface),
    server: place.name,
    'server.name': place.name,
    'server.id': place.id,
    'server.icon': place.iconURL,
    'server.members': place.members,
    memberCount: place.members,
    count: place.members,
    'server.owner': place.owner,
    'server.boosts': place.boosts,
    'server.boostTier': place.boostTier,
    inviter: inviter.name,
    'inviter.name': inviter.name,
    'inviter.tag': inviter.tag,
    invites: inviter.invites,
  }
}

/** Discord's limits in characters: "Message", "Embed Limits". */
export const longest = {
  content: 2000,
  title: 256,
  description: 4096,
  footer: 2048,
  author: 256,
  address: 2048,
  embed: 6000,
}

const lengthOf = (text: string) => [...text].length

/** `text`, or as much of it as fits with a mark that there was more. */
export function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, Math.max(max - 1, 0)).join('')}…` : text
}

/** Said when all that was written comes to nothing, so that nothing empty is ever sent. */
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

/** Makes the message that greets `person`: what the settings say, filled, within Discord's limits, never empty. */
export function composeGreeting(
  kind: Kind,
  greeting: Greeting,
  person: Person,
  place: Place,
  inviter: Inviter,
): GreetingMessage {
  const marked = greetingValues(person, place, inviter, 'marked')
  const plain = greetingValues(person, place, inviter, 'plain')
  const written = greeting.type === 'embed' ? '' : render(greeting.content, marked).trim()
  const embed = greeting.type === 'message' ? undefined : embedOf(greeting, marked, plain, person.avatarURL)
  const content = written === '' && !embed && !greeting.card ? render(fallback[kind], marked) : written
  return { content: cut(content, longest.content), embed }
}

/** Whether a greeting names one of the placeholders whose name begins with `name`, so that it must be looked up. */
export function mentions(greeting: Greeting, name: string): boolean {
  const { content, embed } = greeting
  const texts = [content, embed.title, embed.description, embed.footer, embed.author.name, embed.image]
  return texts.some(text => text.toLowerCase().replaceAll(':', '.').includes(`{${name}`))
}
