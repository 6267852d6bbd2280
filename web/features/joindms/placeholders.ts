import joindms from '#features/joindms/contract.ts'
import { composeJoinDm } from '#features/joindms/template.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { usePreview } from '#web/app/preview/use-preview.ts'
import type { Placeholder } from '#web/ui/form/placeholder-list.tsx'

const names = [
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
  '{inviter}',
  '{invites}',
]
const pictures = new Set(['{member.avatar}', '{server.icon}'])
const empty = joindms.settings.parse({})
const unknown = { name: 'somebody unknown', tag: 'somebody unknown', invites: 0 }

/** What placeholders become for whoever looks: from the function that fills the real ones. */
export function usePlaceholders(guild: GuildCore | undefined): readonly Placeholder[] {
  const { member, server } = usePreview(guild)
  const filled = (name: string) => {
    if (pictures.has(name)) return 'picture address'
    // A footer shows names as they are typed, without Discord's marks.
    const own = { ...empty, type: 'embed' as const, embedFooter: name }
    return composeJoinDm(own, member, server, unknown).embed?.footer?.text ?? 'nothing'
  }
  return names.map(name => ({ name, example: filled(name) }))
}
