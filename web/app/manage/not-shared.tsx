import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from './page-head.tsx'

/** Shown in place of the page of a feature that the user has no access to. */
export function NotShared() {
  return (
    <Empty title="This page has not been shared with you.">
      You were not given access to this feature. The owner of the server can change that.
    </Empty>
  )
}

/** {@link NotShared} below the page's title. */
export const NotSharedPage = ({ title }: { title: string }) => (
  <>
    <PageHead title={title} />
    <NotShared />
  </>
)
