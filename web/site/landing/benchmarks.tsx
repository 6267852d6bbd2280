import bench from '../../../docs/bench.json' with { type: 'json' }
import nukebench from '../../../docs/nukebench.json' with { type: 'json' }
import { figuresUnderAttack, shownFigures } from './benchmark-figures.ts'
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
        <ul className="proof-claims">
          <li>
            <h3>Uptime</h3>
            <p>
              The design goal is 99.9%: a restart resumes where it stopped and loses no scheduled job. What you reach
              depends on the machine you run it on.
            </p>
          </li>
          <li>
            <h3>GDPR</h3>
            <p>
              Export a server, forget a member, erase everything 30 days after the bot leaves: built in. Whoever runs
              the bot is responsible for using them.
            </p>
          </li>
          <li>
            <h3>SOC2</h3>
            <p>
              It certifies companies, not programs, so there is no certificate to show. There is the source, its tests
              and a security policy.
            </p>
          </li>
        </ul>
      </div>
    </section>
  )
}
