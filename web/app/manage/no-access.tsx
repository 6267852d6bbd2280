import type { GuildCard } from '#kernel/contract.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { inviteUrl } from '../guild-list.ts'
import { LinkButton } from '../link-button.tsx'
import { Page } from '../page.tsx'
import { useProductName } from '../queries.ts'
import { useRefreshOnReturn } from '../refresh-on-return.ts'
import '../notice.css'

/** A server that does not exist for this user, or one the bot is not in. */
export function NoAccess({ guild }: { guild: GuildCard | undefined }) {
  const name = useProductName()
  useRefreshOnReturn()
  const invite = guild && inviteUrl(guild)
  return (
    <Page title="Server not available" className="notice-page">
      {guild ? (
        <Empty
          level={1}
          title={`${name} is not in ${guild.name}`}
          action={
            invite !== undefined && (
              <ButtonAnchor variant="primary" href={invite} target="_blank" rel="noreferrer">
                Invite Bot
              </ButtonAnchor>
            )
          }
        >
          Add it to the server first, then its settings appear here.
        </Empty>
      ) : (
        <Empty
          level={1}
          title="You cannot manage this server"
          action={
            <LinkButton to="/selector" variant="primary">
              Choose another server
            </LinkButton>
          }
        >
          It does not exist, or you are not its owner and do not have Manage Server or Administrator there.
        </Empty>
      )}
    </Page>
  )
}
