import { Card } from '#web/ui/card.tsx'
import { canBeTried, LiveTester } from '../live-tester.tsx'
import './live-corner.css'

/** Auto-moderation to try on the page; renders nothing if the build does not have it. */
export function LiveCorner() {
  if (!canBeTried) return null
  return (
    <section className="band live-corner" aria-labelledby="live-title">
      <div className="band-head">
        <h2 id="live-title">Try to get past it</h2>
        <p>
          The rules of auto-moderation, the very ones that judge messages, run in your browser as you type. What you
          write is sent nowhere.
        </p>
      </div>
      <Card>
        <LiveTester />
      </Card>
    </section>
  )
}
