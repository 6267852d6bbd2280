import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { WhenNear } from './load-when-near.tsx'
import './live-tester.css'

/** What features let visitors try, by feature; loaded only when it is about to be seen. */
const parts = import.meta.glob<{ default: ComponentType }>('../features/*/try-it.tsx')
const load = parts['../features/automod/try-it.tsx']
const Tester = load && lazy(load)

/** Whether visitors can try auto-moderation here. */
export const canBeTried = Tester !== undefined

const NotNow = () => <p className="muted">Not available now</p>

/** Auto-moderation's own rules, run in the visitor's browser; loaded when it is scrolled near. */
export function LiveTester() {
  if (!Tester) return null
  return (
    <WhenNear className="live-tester" without="This needs JavaScript: the rules run in your browser.">
      <CatchBoundary getResetKey={() => 'tester'} errorComponent={NotNow}>
        <Suspense fallback={<CentredSpinner />}>
          <Tester />
        </Suspense>
      </CatchBoundary>
    </WhenNear>
  )
}
