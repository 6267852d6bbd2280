import './meter.css'

/**
 * A meter for the used share of a goal, which the text beside it states: danger once it is passed, warning close to it.
 */
export const Meter = ({ share }: { share: number }) => (
  <i
    className="live-meter"
    data-tone={share >= 1 ? 'danger' : share >= 0.6 ? 'warning' : 'fine'}
    style={{ '--share': Math.min(1, share) }}
    aria-hidden
  />
)
