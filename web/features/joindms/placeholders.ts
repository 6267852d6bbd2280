import { type Inviter, placeholderGroups } from '#features/greetings/template.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { usePreview } from '#web/app/preview/use-preview.ts'

/** Who invited somebody is not looked up for a page. */
export const unknownInviter: Inviter = { name: 'somebody unknown', tag: 'somebody unknown', invites: 0 }

/** What placeholders become for whoever looks: from the function that fills the real ones. */
export function usePlaceholders(guild: GuildCore | undefined) {
  const { member, server } = usePreview(guild)
  return placeholderGroups(member, server, unknownInviter)
}
