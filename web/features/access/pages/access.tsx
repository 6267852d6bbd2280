import { createFileRoute } from '@tanstack/react-router'
import access from '#features/access/contract.ts'
import { isForbidden } from '#web/app/api.ts'
import { History } from '#web/app/history/history.tsx'
import { hasDataOrError, useReadyOrTimedOut } from '#web/app/page-ready.ts'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { useOwnAccess } from '#web/app/own-access.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { GrantForm } from '../grant-form.tsx'
import { GrantList } from '../grant-list.tsx'
import { useGrants } from '../use-access.ts'
import '#web/app/settings-form/settings-page.css'

export const Route = createFileRoute('/manage/$guildId/access')({ component: Access })

function Access() {
  const { guildId } = Route.useParams()
  const level = useOwnAccess(guildId)?.level
  const grants = useGrants(guildId)
  const hidden = isForbidden(grants.error)
  // The owner sees an additional part, which would push down what was rendered without it.
  const isComplete = useReadyOrTimedOut(level !== undefined && hasDataOrError(grants), guildId)
  return (
    <>
      <PageHead title="Access">
        Let members and roles see or manage single features here, without Manage Server in Discord.
      </PageHead>
      {hidden && <NotShared />}
      {!hidden && level !== undefined && level !== 'owner' && (
        <Banner tone="info" title="Read-only access.">
          Only the owner of the server can give access or revoke it.
        </Banner>
      )}
      {!hidden && !isComplete && <Spinner label="Loading who has access..." />}
      {!hidden && isComplete && (
        <div className="settings-columns">
          <div className="settings-main">
            {level === 'owner' && <GrantForm guildId={guildId} />}
            <GrantList guildId={guildId} mayChange={level === 'owner'} />
          </div>
          <div className="settings-aside">
            <History guildId={guildId} feature={access.name} />
          </div>
        </div>
      )}
    </>
  )
}
