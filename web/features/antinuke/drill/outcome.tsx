import { clsx } from 'clsx'
import { rates } from '#features/antinuke/drill/contract.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { CardTitle } from '../posture/card-title.tsx'
import { GoneChart } from './gone-chart.tsx'
import { figuresOf, type Frame, framesOf, goneWord, momentOf, nounOf, sentenceOf } from './drill-words.ts'
import type { DrillReply, Wish } from './use-drill.ts'

/** Pickets in a frame: beyond that one stands for several. */
const mostPickets = 60

interface Shown {
  reply: DrillReply
  wish: Wish
  onCell: (roleId: string, rate: number) => void
}

/** What came of a drill: a sentence, figures, the film, and how it would have gone without. */
export function DrillOutcome({ reply, wish, onCell }: Shown) {
  const { drill } = reply
  const { attack } = wish
  return (
    <>
      <div role="status">
        <h2 className="drill-sentence">{sentenceOf(drill, attack)}</h2>
      </div>
      <dl className="card figures">
        {figuresOf(drill).map(({ title, figure, unit, note }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {figure} {unit && <small>{unit}</small>}
            </dd>
            <dd className="figure-note">{note}</dd>
          </div>
        ))}
      </dl>
      {drill.gone.length > 0 && (
        <>
          <Card as="section" aria-labelledby="drill-film">
            <CardTitle id="drill-film" title="The film" help={`One picket is one ${nounOf(attack)}.`} />
            <ol className="drill-film">
              {framesOf(drill).map(frame => (
                <Still key={frame.title} frame={frame} total={drill.attempts} word={goneWord(attack)} />
              ))}
            </ol>
          </Card>
          <GoneChart drill={drill} rate={wish.rate} noun={nounOf(attack)} word={goneWord(attack)} />
        </>
      )}
      <Matrix reply={reply} wish={wish} onCell={onCell} />
    </>
  )
}

function Still({ frame: { at, title, gone, back }, total, word }: { frame: Frame; total: number; word: string }) {
  const each = Math.max(1, Math.ceil(total / mostPickets))
  const pickets = Array.from({ length: Math.ceil(total / each) }, (_, place) => place * each)
  return (
    <li>
      <time>{momentOf(at)}</time>
      <span className="drill-pickets" aria-hidden>
        {pickets.map(place => (
          <i key={place} className={clsx(place < back ? 'is-back' : place < gone && 'is-gone')} />
        ))}
      </span>
      <b>{title}</b>
      <span>
        {formatNumber(gone - back)} of {formatNumber(total)} {word}
      </span>
    </li>
  )
}

function Matrix({ reply: { matrix, floors }, wish, onCell }: Shown) {
  return (
    <Card as="section" aria-labelledby="drill-matrix">
      <CardTitle
        id="drill-matrix"
        title="Every role, every rate"
        help="What is lost before the stop. Choose a cell to see its film."
      />
      <div className="drill-matrix">
        <table>
          <thead>
            <tr>
              <th scope="col">Compromised</th>
              {rates.map(rate => (
                <th scope="col" key={rate}>
                  {rate}/s
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.map(({ id, name, people, landed, all }) => (
              <tr key={id}>
                <th scope="row">
                  {name} <small>{people === 1 ? '1 account' : `${formatNumber(people)} accounts`}</small>
                </th>
                {landed.map((count, place) => {
                  const rate = rates[place] ?? 1
                  const isChosen = wish.kind === 'role' && wish.id === id && wish.rate === rate
                  return (
                    <td key={rate}>
                      <button
                        type="button"
                        className={clsx(all && 'is-all', isChosen && 'is-chosen')}
                        aria-current={isChosen || undefined}
                        onClick={() => onCell(id, rate)}
                      >
                        {formatNumber(count)}
                        <span className="visually-hidden">
                          {' '}
                          for {name} at {rate} a second
                        </span>
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
            <tr className="is-floor">
              <th scope="row">
                Least possible <small>limit and network alone</small>
              </th>
              {floors.map((count, place) => (
                <td key={rates[place]}>{formatNumber(count)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </Card>
  )
}
