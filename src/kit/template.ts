/** A value that may contain a working mention, made by the product and never by what somebody typed. */
interface RequiredFields {
  intended: string
}

/** Marks a text as safe to ping: `intended('<@123>')`. `allowedMentions` still decides who is really pinged. */
export const intended = (text: string): RequiredFields => ({ intended: text })

export type TemplateValues = Record<string, string | number | RequiredFields>

const gap = '\u200B'

/**
 * Characters that change the direction of all following text, even beyond the name they are in. Letters need none of
 * them.
 */
export const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** Neutralises what people may have put into a name: pings, mentions, masked links, reversed text. */
export function inert(text: string): string {
  return text
    .replace(turning, '')
    .replace(/@(?=everyone|here)/gi, `@${gap}`)
    .replace(/<(?=(?:@[!&]?|#|\/|a?:|t:|id:))/gi, `<${gap}`)
    .replace(/\](?=\()/g, `]${gap}`)
}

/** Discord's limits in characters: "Message", "Embed Limits". */
export const longest = {
  content: 2000,
  title: 256,
  description: 4096,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
  address: 2048,
  embed: 6000,
}

/** What Discord draws as something else: a mention, an emoji, a time, a command. */
const drawnByDiscord = /<(?:@[!&]?|#|a?:\w{2,32}:|t:|\/[^<>]{1,100}:)-?\d{1,20}(?::[A-Za-z])?>/y

/** `text`, or as much of its beginning as fits into `max`, with an ellipsis. No mention or emoji is cut in two. */
export function cut(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const kept = characters.slice(0, Math.max(max - 1, 0)).join('')
  const opened = kept.lastIndexOf('<')
  drawnByDiscord.lastIndex = opened
  const isHalf = opened >= 0 && !kept.includes('>', opened) && drawnByDiscord.test(text)
  return `${isHalf ? kept.slice(0, opened).trimEnd() : kept}…`
}

const longestEcho = 100

/** What somebody typed, made safe to repeat in an answer: on one line, short, without effect. */
export function repeated(text: string): string {
  return inert(cut(text.replace(/\s+/gu, ' '), longestEcho))
}

/** `{member:name}` and `{member.name}` are one placeholder, in any case. */
export const canonical = (name: string) => name.toLowerCase().replaceAll(':', '.')

/**
 * Fills the `{placeholders}` of a text that a guild wrote, in one pass: a value is never read again, so a name that
 * looks like a placeholder stays a name. Unknown placeholders stay as typed; a typed `\n` becomes a line break.
 * @param values by name: `member.name` also answers `{member:name}`
 */
export function render(template: string, values: TemplateValues): string {
  const known = new Map(Object.entries(values).map(([name, value]) => [canonical(name), value]))
  return template.replace(/\\n|\{([\w.:]{1,40})\}/g, (typed, name: string | undefined) => {
    if (name === undefined) return '\n'
    const value = known.get(canonical(name))
    if (value === undefined) return typed
    return typeof value === 'object' ? value.intended : inert(String(value))
  })
}

/** The names of what stands in braces in a text, as typed. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{([\w.:]{1,40})\}/g)].map(([, name = '']) => name)

/** Whether one of these texts has a placeholder whose name begins with `name`, so that it must be looked up. */
export const mentions = (texts: readonly string[], name: string): boolean =>
  texts.some(text => canonical(text).includes(`{${canonical(name)}`))

/** Somebody a text is about, as they were at that time. Times are Unix ms. */
export interface MemberFacts {
  id: string
  username: string
  /** What the server shows: nickname, display name or username. */
  displayName: string
  /** Empty or '0' for names without one. */
  discriminator: string
  avatarURL: string
  createdAt: number
  /** Undefined for somebody who is in no server. */
  joinedAt: number | undefined
}

/** The server a text is about. */
export interface ServerFacts {
  id: string
  name: string
  iconURL: string
  /** Members at that moment. */
  members: number
  owner: string
  boosts: number
  boostTier: number
}

/** A user's unique name: with the discriminator where there still is one, as for bots. */
export const tagOf = ({ username, discriminator }: Pick<MemberFacts, 'username' | 'discriminator'>): string =>
  discriminator === '' || discriminator === '0' ? username : `${username}#${discriminator}`

let dayFormat: Intl.DateTimeFormat | undefined
/** Made when it is needed: the first calendar of a process takes ten milliseconds of its start. */
const day = () => (dayFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }))

/** How a value is shown where Discord draws its marks, and where it shows them as typed: titles, footers, authors. */
type Surface = 'marked' | 'plain'

const date = (at: number | undefined, surface: Surface) => {
  if (at === undefined) return ''
  return surface === 'marked' ? intended(`<t:${Math.floor(at / 1000)}:D>`) : day().format(at)
}

/**
 * What every template knows about a member and their server, whatever the occasion: the dotted names, those with colons
 * and the short ones are synonyms. A name is the name that the server shows; `username` and a tag are the account's.
 */
export function commonValues(member: MemberFacts, server: ServerFacts, surface: Surface = 'marked'): TemplateValues {
  const about = {
    name: member.displayName,
    nick: member.displayName,
    tag: tagOf(member),
    dis: member.discriminator,
    id: member.id,
    mention: surface === 'marked' ? intended(`<@${member.id}>`) : `@${member.displayName}`,
    avatar: member.avatarURL,
    createdAt: date(member.createdAt, surface),
    joinedAt: date(member.joinedAt, surface),
  }
  const entries = Object.entries(about)
  return {
    member: member.displayName,
    user: member.displayName,
    username: member.username,
    ...Object.fromEntries(entries.map(([name, value]) => [`member.${name}`, value])),
    ...Object.fromEntries(entries.map(([name, value]) => [`user.${name}`, value])),
    server: server.name,
    'server.name': server.name,
    'server.id': server.id,
    'server.icon': server.iconURL,
    'server.members': server.members,
    memberCount: server.members,
    count: server.members,
    'server.owner': server.owner,
    'server.boosts': server.boosts,
    'server.boostTier': server.boostTier,
  }
}

const nobody = { id: '', username: '', displayName: '', discriminator: '', avatarURL: '', createdAt: 0, joinedAt: 0 }
const nowhere = { id: '', name: '', iconURL: '', members: 0, owner: '', boosts: 0, boostTier: 0 }
/** The names of what every template knows, without braces. */
export const commonNames: readonly string[] = Object.keys(commonValues(nobody, nowhere))
