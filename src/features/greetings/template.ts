import { fitEmbeds, type SentEmbed } from '#kit/message/fitting/template.ts'
import { commonValues, cut, messageLimits, type MemberFacts, type ServerFacts, render } from '#kit/template.ts'
import type { Greeting, GreetingKind, inviterNames } from './contract.ts'
import { greetingEmbeds } from './embeds/contract.ts'

export interface Inviter {
  name: string
  tag: string
  invites: number
}

/** The message to send: text, embeds or both, never neither. */
interface GreetingMessage {
  content: string
  embeds: SentEmbed[]
}

const inviterValues = ({ name, tag, invites }: Inviter) =>
  ({
    inviter: name,
    'inviter.name': name,
    'inviter.tag': tag,
    invites,
  }) satisfies Record<(typeof inviterNames)[number], string | number>

/** Sent if the configured text turns out empty, since Discord refuses empty messages. */
const fallback: Record<GreetingKind, string> = {
  welcome: '{member.nick} 🎉',
  farewell: '{member.tag} has left the server 👋',
}

/**
 * Builds the greeting for `member`: the configured message with placeholders filled in, within Discord's limits, never
 * empty.
 */
export function composeGreeting(
  kind: GreetingKind,
  greeting: Greeting,
  member: MemberFacts,
  server: ServerFacts,
  inviter: Inviter,
): GreetingMessage {
  const own = inviterValues(inviter)
  const marked = { ...commonValues(member, server, 'marked'), ...own }
  const plain = { ...commonValues(member, server, 'plain'), ...own }
  const written = greeting.type === 'embed' ? '' : render(greeting.content, marked).trim()
  const embeds = greeting.type === 'message' ? [] : fitEmbeds(greetingEmbeds(greeting), { marked, plain })
  const isEmpty = written === '' && embeds.length === 0 && !greeting.card
  return { content: cut(isEmpty ? render(fallback[kind], marked) : written, messageLimits.content), embeds }
}

/** The placeholders of greetings, grouped by what they are about. */
const placeholders = [
  {
    label: 'The member',
    names: [
      '{member.name}',
      '{member.tag}',
      '{member.id}',
      '{member.mention}',
      '{member.avatar}',
      '{member.createdAt}',
      '{member.joinedAt}',
    ],
  },
  {
    label: 'The server',
    names: [
      '{server.name}',
      '{server.id}',
      '{server.icon}',
      '{server.members}',
      '{server.owner}',
      '{server.boosts}',
      '{server.boostTier}',
    ],
  },
  { label: 'Who invited them', names: ['{inviter}', '{invites}'] },
]
const areAddresses = new Set(['{member.avatar}', '{server.icon}'])

/** The value of a placeholder as shown in footers and titles, without Discord's markup. */
export function exampleOf(name: string, member: MemberFacts, server: ServerFacts, inviter: Inviter): string {
  if (areAddresses.has(name)) return 'picture address'
  const filled = render(name, { ...commonValues(member, server, 'plain'), ...inviterValues(inviter) }).trim()
  return filled === '' ? 'nothing' : filled
}

/** The placeholders, each with its value for this member. */
export const placeholderGroups = (member: MemberFacts, server: ServerFacts, inviter: Inviter) =>
  placeholders.map(({ label, names }) => ({
    label,
    placeholders: names.map(name => ({ name, example: exampleOf(name, member, server, inviter) })),
  }))

/** All texts of a greeting that may contain placeholders. */
export const textsOf = ({ content, embed }: Greeting): readonly string[] => [
  content,
  embed.title,
  embed.description,
  embed.footer,
  embed.author.name,
  embed.author.iconURL,
  embed.image,
  ...(embed.more.length === 0 ? [] : [JSON.stringify(embed.more)]),
]
