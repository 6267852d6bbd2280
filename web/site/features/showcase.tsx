import { clsx } from 'clsx'
import { type KeyboardEvent, useState } from 'react'
import features from 'virtual:features'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { canBeTried, LiveTester } from '../live-tester.tsx'
import { type Group, groups, isReady } from './groups.ts'
import { LearnMore } from './learn-more.tsx'
import { hasPicture, Picture } from './picture.tsx'
import { moveFocus } from './roving.ts'
import { Ticks } from './ticks.tsx'
import './showcase.css'

/** Below this width, tabs do not fit beside the picture. */
const stacked = '(max-width: 63.9375rem)'

interface ShowcaseProps {
  chosen: string
  onChoose(id: string): void
}

/** All twelve groups: vertical tabs with one picture at a time, or an accordion on narrow screens. */
export function Showcase({ chosen, onChoose }: ShowcaseProps) {
  const isStacked = useMedia(stacked)
  return (
    <section className="showcase" id="showcase" aria-labelledby="showcase-title">
      <div className="showcase-in">
        <div className="band-head">
          <h2 id="showcase-title">All twelve, one by one</h2>
          <p>The same dashboard, the same way of working: change, see it as Discord will show it, save.</p>
        </div>
        {isStacked ? (
          <Accordion chosen={chosen} onChoose={onChoose} />
        ) : (
          <VerticalTabs chosen={chosen} onChoose={onChoose} />
        )}
      </div>
    </section>
  )
}

const Mark = ({ group }: { group: Group }) =>
  isReady(group, features) ? <span className="group-figure">{group.figure}</span> : <Badge outline>In the works</Badge>

function VerticalTabs({ chosen, onChoose }: ShowcaseProps) {
  const at = groups.findIndex(({ id }) => id === chosen)
  const group = groups[at]
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = moveFocus(event, at)
    const id = next === undefined ? undefined : groups[next]?.id
    if (id !== undefined) onChoose(id)
  }
  return (
    <div className="show-columns">
      <div className="group-tabs" role="tablist" aria-label="Feature groups" aria-orientation="vertical">
        {groups.map(one => (
          <button
            key={one.id}
            type="button"
            role="tab"
            id={one.id}
            className="group-tab"
            aria-selected={one.id === chosen}
            aria-controls="group-panel"
            tabIndex={one.id === chosen ? 0 : -1}
            onClick={() => onChoose(one.id)}
            onKeyDown={move}
          >
            <one.icon aria-hidden />
            <span>{one.title}</span>
            <Mark group={one} />
          </button>
        ))}
      </div>
      <div id="group-panel" role="tabpanel" aria-labelledby={chosen}>
        {group && <Pane key={group.id} group={group} />}
      </div>
    </div>
  )
}

function Accordion({ chosen, onChoose }: ShowcaseProps) {
  return (
    <ul className="group-list">
      {groups.map(group => (
        <li key={group.id}>
          <h3>
            <button
              type="button"
              id={group.id}
              className={clsx('group-tab')}
              aria-expanded={group.id === chosen}
              onClick={() => onChoose(group.id === chosen ? '' : group.id)}
            >
              <group.icon aria-hidden />
              <span>{group.title}</span>
              <Mark group={group} />
            </button>
          </h3>
          {group.id === chosen && <Pane group={group} />}
        </li>
      ))}
    </ul>
  )
}

function Pane({ group }: { group: Group }) {
  const { icon: Icon, more = [] } = group
  const told = [group, ...more]
  const [shown, setShown] = useState(group.id)
  const part = told.find(one => one.id === shown) ?? group
  const { id, title, text, points, alt } = part
  const isTried = id === 'auto-moderation' && canBeTried
  const isPictured = !isTried && hasPicture(id)
  return (
    <Card className="show">
      <div className="show-bar">
        <Icon aria-hidden />
        <b>{group.title}</b>
        <span>{isTried ? 'Try a message' : text}</span>
      </div>
      {more.length > 0 && (
        <div className="show-parts">
          <Segmented
            label={`Of ${group.title}`}
            name={`show-${group.id}`}
            value={shown}
            onChange={setShown}
            options={told.map(one => ({ value: one.id, label: one.title }))}
          />
        </div>
      )}
      {isTried && <LiveTester />}
      <div className={clsx(isPictured && 'show-beside')}>
        {isPictured && (
          <div>
            <Picture id={id} alt={alt} />
          </div>
        )}
        <div className="show-meta">
          <Ticks points={points} columns={isPictured ? 1 : 2} />
          <LearnMore group={part} label={`Read about ${title}`} />
        </div>
      </div>
    </Card>
  )
}
