import type { GuildCore } from '#kernel/contract.ts'
import { composeGreeting, type Inviter } from '#features/greetings/template.ts'
import greetings, { greetingOf } from '#features/greetings/contract.ts'
import { usePreview } from '#web/app/preview/use-preview.ts'
import type { Placeholder } from '#web/ui/form/placeholder-list.tsx'
import { useInviter } from './use-inviter.ts'

/** The dotted family, as the documents list it. */
const dotted = [
  '{member.name}',
  '{member.tag}',
  '{member.id}',
  '{member.mention}',
  '{member.avatar}',
  '{member.createdAt}',
  '{member.joinedAt}',
  '{server.name}',
  '{server.id}',
  '{server.icon}',
  '{server.members}',
  '{server.owner}',
  '{server.boosts}',
  '{server.boostTier}',
]

/** The short family, and who invited the member. */
const short = [
  '{user}',
  '{user.mention}',
  '{server}',
  '{memberCount}',
  '{inviter}',
  '{invites}',
  '{member.name}',
  '{server.name}',
]

const pictures = new Set(['{member.avatar}', '{server.icon}'])
const empty = greetingOf(greetings.settings.parse({}), 'welcome')

/** What placeholders become for whoever looks, in this server: from the function that fills the real ones. */
export function usePlaceholders(guild: GuildCore | undefined): {
  dotted: readonly Placeholder[]
  short: readonly Placeholder[]
} {
  const { member, server } = usePreview(guild)
  const inviter: Inviter = useInviter(guild)
  const filled = (name: string) => {
    if (pictures.has(name)) return 'picture address'
    // A footer shows names as they are typed, without Discord's marks.
    const greeting = { ...empty, type: 'embed' as const, embed: { ...empty.embed, footer: name } }
    return composeGreeting('welcome', greeting, member, server, inviter).embed?.footer?.text ?? 'nothing'
  }
  const all = (names: readonly string[]) => names.map(name => ({ name, example: filled(name) }))
  return { dotted: all(dotted), short: all(short) }
}
