import { LinkButton } from '#web/app/link-button.tsx'
import { useGuild } from '#web/app/manage/guild.ts'
import { useMaySee } from '#web/app/own-access.ts'

/** A link to somebody's cases, for people who may see them. */
export function CasesButton({ userId, name }: { userId: string; name: string }) {
  const { id: guildId } = useGuild()
  const maySee = useMaySee(guildId)
  if (!maySee('moderation')) return null
  return (
    <LinkButton
      size="sm"
      to="/manage/$guildId/moderation"
      params={{ guildId }}
      search={{ target: userId }}
      hash="cases"
    >
      View cases
      <span className="visually-hidden">
        {' '}
        of <bdi>{name}</bdi>
      </span>
    </LinkButton>
  )
}
