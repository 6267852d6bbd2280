import { type Inviter, placeholderGroups } from '#features/greetings/template.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { usePreview } from '#web/app/preview/use-preview.ts'

/** The inviter is not looked up for a page. */
export const unknownInviter: Inviter = { name: 'somebody unknown', tag: 'somebody unknown', invites: 0 }

/** The values of placeholders for the current user, from the function that fills real messages. */
export function usePlaceholders(guild: GuildCore | undefined) {
  const { member, server } = usePreview(guild)
  return placeholderGroups(member, server, unknownInviter)
}
