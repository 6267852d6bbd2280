import type { GuildCore } from '#kernel/contract.ts'
import { exampleOf, placeholderGroups } from '#features/greetings/template.ts'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { useInviter } from './use-inviter.ts'

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

/** What placeholders become for whoever looks, in this server: from the function that fills the real ones. */
export function usePlaceholders(guild: GuildCore | undefined) {
  const { member, server } = usePreview(guild)
  const inviter = useInviter(guild)
  const groups = placeholderGroups(member, server, inviter)
  return {
    groups,
    /** The dotted family, as the documents list it. */
    dotted: groups.slice(0, 2).flatMap(({ placeholders }) => placeholders),
    short: short.map(name => ({ name, example: exampleOf(name, member, server, inviter) })),
  }
}
