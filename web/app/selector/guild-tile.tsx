import { Plus, ShieldCheck, ShieldOff } from 'lucide-react'
import type { GuildCard } from '#kernel/contract.ts'
import { ServerIcon } from '#web/ui/avatar.tsx'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { inviteUrl, isManaged } from '../guild-list.ts'
import { LinkButton } from '../link-button.tsx'

/** One server: a link to manage it, or one to add the bot. */
export function GuildTile({ guild }: { guild: GuildCard }) {
  const managed = isManaged(guild, location.origin)
  const invite = inviteUrl(guild)
  return (
    <Card as="li" className="guild-tile">
      <ServerIcon src={guild.iconURL} size={48} />
      <div className="guild-tile-text">
        <h2>{guild.name}</h2>
        <p data-managed={managed}>
          {managed ? <ShieldCheck className="icon-sm" aria-hidden /> : <ShieldOff className="icon-sm" aria-hidden />}
          {managed ? 'Bot installed' : 'Not added yet'}
        </p>
      </div>
      {managed && (
        <LinkButton
          to="/manage/$guildId/dashboard"
          params={{ guildId: guild.id }}
          aria-label={`Manage Server ${guild.name}`}
        >
          Manage Server
        </LinkButton>
      )}
      {!managed && invite !== undefined && (
        <ButtonAnchor
          variant="invite"
          href={invite}
          target="_blank"
          rel="noreferrer"
          icon={<Plus aria-hidden />}
          aria-label={`Invite Bot to ${guild.name}`}
        >
          Invite Bot
        </ButtonAnchor>
      )}
    </Card>
  )
}
