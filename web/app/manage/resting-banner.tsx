import { Link, useRouterState } from '@tanstack/react-router'
import { Banner } from '#web/ui/banner.tsx'
import { entries } from '../navigation/entries.ts'
import { addressOf, entryAt } from '../navigation/entry.ts'
import { useRests } from '../sidebar/closed-entries.ts'

/** Said before somebody fills in what cannot be saved: the page is of a feature for servers with premium. */
export function RestingBanner({ guildId }: { guildId: string }) {
  const pathname = useRouterState({ select: state => state.location.pathname })
  const rests = useRests(guildId)
  const feature = entryAt(entries, pathname.slice(addressOf(guildId, '').length))?.feature
  if (rests(feature) !== true) return null
  return (
    <Banner tone="warning" title="Premium Feature">
      Upgrade to premium to unlock this feature. What is set here stays as it is.{' '}
      <Link to="/premium" className="link">
        See premium
      </Link>
    </Banner>
  )
}
