/** A value that may contain a working mention; created by the product, never from what somebody typed. */
interface TrustedText {
  trusted: string
}

/** Marks a text as safe to ping: `trusted('<@123>')`. `allowedMentions` still decides who is actually pinged. */
export const trusted = (text: string): TrustedText => ({ trusted: text })

export type TemplateValues = Record<string, string | number | TrustedText>

const gap = '\u200B'

/**
 * Characters that change the direction of all following text, even beyond the name that contains them. No script needs
 * them.
 */
export const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g

/** Neutralizes what people may have put into a name: pings, mentions, masked links, reversed text. */
export function inert(text: string): string {
  return text
    .replace(directionMarks, '')
    .replace(/@(?=everyone|here)/gi, `@${gap}`)
    .replace(/<(?=(?:@[!&]?|#|\/|a?:|t:|id:))/gi, `<${gap}`)
    .replace(/\](?=\()/g, `]${gap}`)
}

/** Discord's limits in characters. Source: its documentation, "Message" and "Embed Limits". */
export const messageLimits = {
  content: 2000,
  title: 256,
  description: 4096,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
  address: 2048,
  embed: 6000,
}

/** Markup that Discord draws as something else: a mention, an emoji, a time, a command. */
const drawnByDiscord = /<(?:@[!&]?|#|a?:\w{2,32}:|t:|\/[^<>]{1,100}:)-?\d{1,20}(?::[A-Za-z])?>/y

/**
 * Returns `text`, or as much of its beginning as fits into `max` characters, with an ellipsis. Never cuts a mention or
 * emoji in two.
 */
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

/** Makes what somebody typed safe to repeat in an answer: on one line, short, without working markup. */
export function safeEcho(text: string): string {
  return inert(cut(text.replace(/\s+/gu, ' '), longestEcho))
}

/** Normalizes a placeholder's name: `{member:name}` and `{member.name}` are the same, in any case. */
export const canonical = (name: string) => name.toLowerCase().replaceAll(':', '.')

/**
 * Fills in the `{placeholders}` of a text that a guild wrote, in one pass: values are not scanned again, so a name that
 * looks like a placeholder stays a name. Unknown placeholders stay as typed; a typed `\n` becomes a line break.
 * @param values by name: `member.name` also covers `{member:name}`
 */
export function render(template: string, values: TemplateValues): string {
  const known = new Map(Object.entries(values).map(([name, value]) => [canonical(name), value]))
  return template.replace(/\\n|\{([\w.:]{1,40})\}/g, (typed, name: string | undefined) => {
    if (name === undefined) return '\n'
    const value = known.get(canonical(name))
    if (value === undefined) return typed
    return typeof value === 'object' ? value.trusted : inert(String(value))
  })
}

/** The names inside braces in a text, as typed. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{([\w.:]{1,40})\}/g)].map(([, name = '']) => name)

/** Whether one of these texts has a placeholder whose name begins with `name`, so that its value must be looked up. */
export const usesPlaceholder = (texts: readonly string[], name: string): boolean =>
  texts.some(text => canonical(text).includes(`{${canonical(name)}`))

/** The person that a text is about, as they were at that time. Times are Unix ms. */
export interface MemberFacts {
  id: string
  username: string
  /** The name that the server shows: nickname, display name or username. */
  displayName: string
  /** Empty or '0' for accounts without one. */
  discriminator: string
  avatarURL: string
  createdAt: number
  /** Undefined for somebody who is not in the server. */
  joinedAt: number | undefined
}

/** The server that a text is about. */
export interface ServerFacts {
  id: string
  name: string
  iconURL: string
  /** The number of members at that time. */
  members: number
  owner: string
  boosts: number
  boostTier: number
}

/** An account's unique name: the username, with the discriminator for accounts that still have one, such as bots. */
export const tagOf = ({ username, discriminator }: Pick<MemberFacts, 'username' | 'discriminator'>): string =>
  discriminator === '' || discriminator === '0' ? username : `${username}#${discriminator}`

let dayFormat: Intl.DateTimeFormat | undefined
/** Created on first use: the first calendar of a process takes ten milliseconds of its start. */
const day = () => (dayFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }))

/**
 * Where a value is shown: `marked` if Discord draws markdown there, `plain` if it shows text as typed (titles, footers,
 * authors).
 */
type Surface = 'marked' | 'plain'

/** How Discord shows a moment: a time, a date, both, or how far away it is. Source: its documentation, "Formatting". */
type TimeStyle = 't' | 'T' | 'd' | 'D' | 'f' | 'F' | 'R'

/** A moment (Unix ms) as a Discord timestamp, shown in each reader's language and time zone. */
export const timeTag = (ms: number, style: TimeStyle): string => `<t:${Math.floor(ms / 1000)}:${style}>`

/** The same for an end, rounded up: what is shown as over is over. */
export const endTag = (ms: number, style: TimeStyle): string => timeTag(Math.ceil(ms / 1000) * 1000, style)

const date = (at: number | undefined, surface: Surface) => {
  if (at === undefined) return ''
  return surface === 'marked' ? trusted(timeTag(at, 'D')) : day().format(at)
}

/**
 * The values about a member and their server that every template can use: the dotted names, those with colons and the
 * short ones are synonyms. `name` is the name that the server shows; `username` and a tag belong to the account.
 */
export function commonValues(member: MemberFacts, server: ServerFacts, surface: Surface = 'marked'): TemplateValues {
  const about = {
    name: member.displayName,
    nick: member.displayName,
    tag: tagOf(member),
    dis: member.discriminator,
    id: member.id,
    mention: surface === 'marked' ? trusted(`<@${member.id}>`) : `@${member.displayName}`,
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
/** The names of the values that every template can use, without braces. */
export const commonNames: readonly string[] = Object.keys(commonValues(nobody, nowhere))
