import { clsx } from 'clsx'
import { rates } from '#features/antinuke/drill/contract.ts'
import { Card } from '#web/ui/card.tsx'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import { RoleDot } from '#web/ui/role-dot.tsx'
import { CardTitle } from '../card-title.tsx'
import type { DrillReply, Wish } from './use-drill.ts'

/** #rrggbb by role id; a role that has lost its power in the meantime is missing. */
export type RoleColours = ReadonlyMap<string, string | undefined>

/** The same attack by every role at every rate. A cell shows its film. */
export function Matrix({
  reply: { matrix, floors },
  colours,
  wish,
  onCell,
}: {
  reply: DrillReply
  colours: RoleColours
  wish: Wish
  onCell: (roleId: string, rate: number) => void
}) {
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
                  <RoleDot colour={colours.get(id) ?? '#000000'} />
                  {name} <small>{people === 0 ? 'nobody holds it' : formatCount(people, 'account')}</small>
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
                <td key={rates[place]}>{count === null ? 'Nobody is stopped' : formatNumber(count)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </Card>
  )
}
