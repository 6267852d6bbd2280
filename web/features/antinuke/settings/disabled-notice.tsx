import { LinkButton } from '#web/app/link-button.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** Stands in place of a tab while AntiNuke is off. */
export function DisabledNotice({ guildId, children }: { guildId: string; children: string }) {
  return (
    <Empty
      title="AntiNuke is disabled"
      action={
        <LinkButton to="/manage/$guildId/antinuke" params={{ guildId }} search={{}}>
          Go to General
        </LinkButton>
      }
    >
      {children}
    </Empty>
  )
}
