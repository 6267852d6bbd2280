import { useState } from 'react'
import type { Statistics } from '#features/tickets/statistics/contract.ts'
import { nameOf } from '#web/app/people/people-list.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import { durationText } from '#web/app/durations.ts'
import { ratingText } from './figures.tsx'

type By = 'agent' | 'panel'
type Row = Pick<Statistics['panels'][number], 'tickets' | 'firstResponse' | 'resolution' | 'rating'>

/** Rows shown before the rest is requested. */
const shownFirst = 5

const durationOrNone = (ms: number | null) => (ms === null ? '–' : durationText(ms))

function ratingOf({ answers, average }: Row['rating']): string {
  if (average !== null) return ratingText(average)
  return answers === 0 ? '–' : formatCount(answers, 'answer')
}

/** The same figures for each agent or each panel. */
export function WhoAnswered({ statistics: { agents, panels } }: { statistics: Statistics }) {
  const [by, setBy] = useState<By>('agent')
  const [all, setAll] = useState(false)
  const rows =
    by === 'agent'
      ? agents.map(one => ({ key: one.person.id, name: nameOf(one.person), face: one.person.avatarURL, ...one }))
      : panels.map(one => ({ key: one.id, name: one.title, face: undefined, ...one }))
  const shown = all ? rows : rows.slice(0, shownFirst)
  return (
    <Card as="section" aria-labelledby="who-answered">
      <CardHead title={<span id="who-answered">Who answered</span>}>
        <Segmented
          label="By"
          name="answered-by"
          value={by}
          onChange={setBy}
          options={[
            { value: 'agent', label: 'Agent' },
            { value: 'panel', label: 'Panel' },
          ]}
        />
      </CardHead>
      {rows.length === 0 ? (
        <p className="who-answered-none">Nobody has answered in these days.</p>
      ) : (
        <table className="who-answered">
          <thead>
            <tr>
              <th scope="col">{by === 'agent' ? 'Agent' : 'Panel'}</th>
              <th scope="col">Tickets</th>
              <th scope="col">First response</th>
              <th scope="col">Resolution</th>
              <th scope="col">Rating</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, face, tickets, firstResponse, resolution, rating }) => (
              <tr key={key}>
                <th scope="row">
                  <span>
                    {face !== undefined && <Avatar src={face} size={20} />}
                    {name}
                  </span>
                </th>
                <td>{formatNumber(tickets)}</td>
                <td>{durationOrNone(firstResponse)}</td>
                <td>{durationOrNone(resolution)}</td>
                <td>{ratingOf(rating)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown.length && (
        <div className="who-answered-more">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            Show all {rows.length}
          </Button>
        </div>
      )}
    </Card>
  )
}
