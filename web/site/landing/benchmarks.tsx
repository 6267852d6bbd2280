import bench from '../../../docs/bench.json' with { type: 'json' }
import nukebench from '../../../docs/nukebench.json' with { type: 'json' }
import { figuresUnderAttack, shownFigures } from './benchmark-figures.ts'
import { Claims } from './claims.tsx'
import './benchmarks.css'

const attacked = figuresUnderAttack(nukebench)
const shown = [...shownFigures(bench), ...attacked]

export function Benchmarks() {
  return (
    <section className="proof" aria-labelledby="proof-title">
      <div className="proof-in">
        <div className="band-head">
          <h2 id="proof-title">Numbers we measure, not numbers we like</h2>
          <p>
            Every figure comes from <code className="code">npm run bench</code>
            {attacked.length > 0 && (
              <>
                {' '}
                or <code className="code">npm run bench:antinuke</code>
              </>
            )}{' '}
            on the bundled sandbox. Run it and compare.
          </p>
        </div>
        <dl className="proof-figures">
          {shown.map(({ key, prefix, figure, sentence }) => (
            <div key={key}>
              <dt>
                {prefix !== undefined && <small>{prefix}</small>}
                {figure}
              </dt>
              <dd>{sentence}</dd>
            </div>
          ))}
        </dl>
        <Claims />
      </div>
    </section>
  )
}
