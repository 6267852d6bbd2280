import type { GuildCore } from '#kernel/contract.ts'
import { exampleOf, placeholderGroups } from '#features/greetings/template.ts'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { useInviter } from './use-inviter.ts'

/** Placeholders with short names, including who invited the member. */
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

/** The values of placeholders for the current user in this server, from the function that fills real greetings. */
export function usePlaceholders(guild: GuildCore | undefined) {
  const { member, server } = usePreview(guild)
  const inviter = useInviter(guild)
  const groups = placeholderGroups(member, server, inviter)
  return {
    groups,
    /** Placeholders with dotted names, as the specification lists them. */
    dotted: groups.slice(0, 2).flatMap(({ placeholders }) => placeholders),
    short: short.map(name => ({ name, example: exampleOf(name, member, server, inviter) })),
  }
}
