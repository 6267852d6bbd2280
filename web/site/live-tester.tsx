import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import './live-tester.css'

/** What features let visitors try, by feature: loaded only when somebody is about to see it. */
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
    <WhenNear>
      <CatchBoundary getResetKey={() => 'tester'} errorComponent={NotNow}>
        <Suspense fallback={<CentredSpinner />}>
          <Tester />
        </Suspense>
      </CatchBoundary>
    </WhenNear>
  )
}

function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return undefined
    const observer = new IntersectionObserver(entries => entries.some(one => one.isIntersecting) && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={place} className="live-tester">
      {isNear ? children : <noscript>This needs JavaScript: the rules run in your browser.</noscript>}
    </div>
  )
}
