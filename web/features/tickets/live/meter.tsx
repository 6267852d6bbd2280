import './meter.css'

/** A share of a goal, which the words beside it tell: danger once it is passed, warning close to it. */
export const Meter = ({ share }: { share: number }) => (
  <i
    className="live-meter"
    data-tone={share >= 1 ? 'danger' : share >= 0.6 ? 'warning' : 'fine'}
    style={{ '--share': Math.min(1, share) }}
    aria-hidden
  />
)
