import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccessBadge } from './access-badge.tsx'
import { AntinukeTabs } from './tabs.tsx'
import { UnauthorizedDialog } from './unauthorized-dialog.tsx'
import { useAntinukeForm } from './use-antinuke-form.ts'
import { useMayRead } from './use-may-read.ts'
import './shell.css'

export const purpose = 'Stops destructive actions by members and bots, then restores what they changed.'

/**
 * What all anti-nuke pages beside the settings have in common: title, access badge, tabs, and what the viewer has to
 * know first. `whileOff` says what the page is good for while AntiNuke is off.
 */
export function AntinukeShell({
  guildId,
  label,
  whileOff,
  children,
}: {
  guildId: string
  /** The tab's label, for the document's title. */
  label: string
  whileOff: string
  children: ReactNode
}) {
  const form = useAntinukeForm(guildId)
  const mayRead = useMayRead(guildId)
  return (
    <>
      <PageHead
        title="AntiNuke"
        documentTitle={`${label} · AntiNuke`}
        badge={(form.ready || form.notShared) && <AccessBadge level={form.access.level} />}
      >
        {purpose}
      </PageHead>
      <AntinukeTabs guildId={guildId} listed={form.listed} />
      <AntinukeNotices guildId={guildId} whileOff={whileOff} />
      {mayRead === true && children}
      {mayRead === undefined && <Skeleton className="settings-skeleton" />}
    </>
  )
}

/** A dialog instead of a page that the viewer may not see, or the banners above one that they may. */
export function AntinukeNotices({ guildId, whileOff }: { guildId: string; whileOff: string }) {
  const form = useAntinukeForm(guildId)
  return (
    <div className="antinuke-notices">
      {form.notShared && <UnauthorizedDialog guildId={guildId} />}
      {form.ready && form.readOnly && (
        <Banner tone="info" title="Read-only access.">
          You can look at this page, not act on it.
        </Banner>
      )}
      {form.ready && !form.values.enabled && (
        <Banner tone="info" title="AntiNuke is disabled.">
          {whileOff}{' '}
          <Link className="link" to="/manage/$guildId/antinuke" params={{ guildId }} search={{}}>
            Go to General
          </Link>
        </Banner>
      )}
    </div>
  )
}
