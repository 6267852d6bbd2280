import { roleNameIn } from '#web/app/guild-names.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ListCard, nameOf } from '#web/app/people/people-list.tsx'
import { useCodes } from './queries.ts'
import type { Code } from './invite-text.ts'

/** '3 of 10 uses', '1 use'. */
const usesText = ({ uses, maxUses }: Code): string =>
  maxUses > 0 ? `${uses} of ${maxUses} uses` : uses === 1 ? '1 use' : `${uses} uses`

function about({ inviter, channelId, expiresAt, vanity }: Code, guild: GuildCore | undefined): string {
  const channel = guild?.channels.find(({ id }) => id === channelId)
  const parts = [
    vanity ? "the server's own link" : inviter ? `by ${nameOf(inviter)}` : 'by somebody no longer known',
    channel && `#${channel.name}`,
    expiresAt !== null && `ends ${momentText(expiresAt)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Active invites, most used first, as last seen. */
export function Codes({ guildId, guild }: { guildId: string; guild: GuildCore | undefined }) {
  const query = useCodes(guildId)
  const codes = query.data?.codes ?? []
  const roleName = (roleId: string) => roleNameIn(guild, roleId)
  return (
    <ListCard
      title="Active invites"
      none="There are none, or they have not been loaded yet."
      state={{ isPending: query.isPending, isError: query.isError, count: codes.length }}
    >
      {codes.map(code => (
        <li key={code.code}>
          <div className="people-words">
            <span className="code">{code.code}</span>
            <p>{about(code, guild)}</p>
          </div>
          <div className="people-end">
            {code.roleIds.length > 0 && <Badge tone="warning">Gives {code.roleIds.map(roleName).join(', ')}</Badge>}
            <span>{usesText(code)}</span>
          </div>
        </li>
      ))}
    </ListCard>
  )
}
