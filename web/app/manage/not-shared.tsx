import { Empty } from '#web/ui/empty.tsx'

/** Shown in place of the page of a feature that the user has no access to. */
export function NotShared() {
  return (
    <Empty title="This page has not been shared with you.">
      You were not given access to this feature. The owner of the server can change that.
    </Empty>
  )
}
