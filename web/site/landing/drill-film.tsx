import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { WhenNear } from '../load-when-near.tsx'
import './drill-film.css'

const Player = lazy(() => import('./film/player.tsx'))

const NotNow = () => <p className="muted">Not available now</p>

/** A recorded attack on the bundled sandbox, to play back; loaded when it is scrolled near. */
export function DrillFilm() {
  return (
    <section className="band drill-film" aria-labelledby="film-title">
      <div className="band-head">
        <h2 id="film-title">Watch an attack fail</h2>
        <p>
          An administrator’s account is taken over and deletes channels and roles. This is a recording: the program
          itself guarded the sandbox’s server, and each moment is shown at the time it happened.
        </p>
        <p>
          <code className="code">npm run film</code> records it again.
        </p>
      </div>
      <WhenNear className="film-place" without="This needs JavaScript: the film is played in your browser.">
        <CatchBoundary getResetKey={() => 'film'} errorComponent={NotNow}>
          <Suspense fallback={<CentredSpinner />}>
            <Player />
          </Suspense>
        </CatchBoundary>
      </WhenNear>
    </section>
  )
}
