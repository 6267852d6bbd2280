import { clsx } from 'clsx'
import { CircleX, Crown } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { PowerKey, Rung, ShownPosture } from '#features/antinuke/posture/contract.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { hexColour } from '#web/ui/discord/model.ts'
import { Fence } from '#web/ui/fence.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import { RoleDot } from '#web/ui/role-dot.tsx'
import { CardTitle } from '../card-title.tsx'
import type { DrillSubject } from '../drill/drill-subject.ts'
import { DrillLink } from './drill-link.tsx'
import './power-ranking.css'

const columns: readonly [PowerKey, string][] = [
  ['bans', 'Bans'],
  ['kicks', 'Kicks'],
  ['roles', 'Roles'],
  ['channels', 'Channels'],
  ['webhooks', 'Webhooks'],
  ['server', 'Server'],
  ['pings', 'Pings'],
]
const facesShown = 3
/** The number of pickets in the fence on the line. */
const mostPickets = 20

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function answerOf({ answer, steps }: Rung): string {
  const means = capital(steps.slice(0, 2).join(', then '))
  if (answer === 'steps') return means
  if (answer === 'in-part') return `${means}, in part`
  return {
    'nobody-can': 'Nobody can',
    'out-of-reach': 'Out of reach',
    trusted: 'Exempt',
    unheld: 'Nobody holds it',
    'no-power': 'No power',
    none: 'Nothing is set',
  }[answer]
}

function whoOf({ kind, people, count, bots }: Rung): string {
  if (count === 0) return 'Nobody'
  if (kind === 'everyone') return `${formatNumber(count)} members`
  const [first] = people
  if (count === 1 && first && !first.bot) return first.name
  if (count === bots) return formatCount(count, 'bot')
  const others = `${formatNumber(count - bots)} ${count - bots === 1 ? 'person' : 'people'}`
  return bots === 0 ? others : `${others}, ${formatCount(bots, 'bot')}`
}

function powersOf({ powers }: Rung): string {
  const named = columns.flatMap(([key, label]) =>
    powers[key] === 'none' ? [] : [powers[key] === 'some' ? `${label} in some channels` : label],
  )
  return named.length === columns.length && !named.some(one => one.includes('some')) ? 'Every power' : named.join(', ')
}

/** Who has which power, highest role first, with a line below which the bot can act. */
export function Ladder({
  guildId,
  posture: { ladder, stoppable, powerful, botName },
}: {
  guildId: string
  posture: ShownPosture
}) {
  const line = ladder.findIndex(({ kind, above }) => kind !== 'owner' && !above)
  return (
    <Card as="section" aria-labelledby="posture-ladder">
      <CardTitle
        id="posture-ladder"
        title="Who holds which power"
        help="Roles in the order they have in Discord, highest first."
      >
        <ul className="picket-key">
          <li>
            <i /> Everywhere
          </li>
          <li>
            <i className="is-part" /> In some channels
          </li>
          <li>
            <i className="is-danger" /> Out of reach
          </li>
        </ul>
      </CardTitle>
      <div className="ladder">
        <div className="ladder-row ladder-head" aria-hidden>
          <span>Role</span>
          <span>Who</span>
          {columns.map(([key, label]) => (
            <span key={key} className="ladder-power">
              {label}
            </span>
          ))}
          <span className="ladder-answer">Would be stopped by</span>
        </div>
        {ladder.map((rung, place) => (
          <Fragment key={`${rung.kind} ${rung.id}`}>
            {place === line && <Line {...{ stoppable, powerful, botName }} />}
            <Row guildId={guildId} rung={rung} />
          </Fragment>
        ))}
      </div>
    </Card>
  )
}

function Line({ stoppable, powerful, botName }: Pick<ShownPosture, 'stoppable' | 'powerful' | 'botName'>) {
  const shown = Math.min(powerful, mostPickets)
  const held = powerful === 0 ? 0 : Math.floor((stoppable / powerful) * shown)
  return (
    <div className="ladder-line">
      <Mark />
      <p>
        <b>{botName}</b> can act on everything below this line
      </p>
      <Fence
        size="sm"
        label={`${stoppable} of ${powerful} can be stopped`}
        pickets={Array.from({ length: shown }, (_, place) => (place < held ? 'on' : 'danger'))}
      />
      <span>
        {stoppable} of {powerful}
      </span>
    </div>
  )
}

function Row({ guildId, rung }: { guildId: string; rung: Rung }) {
  const [open, setOpen] = useState(false)
  const { kind, name, colour, people, powers, answer, count } = rung
  const beyond = answer === 'out-of-reach'
  const opens = people.length > 0 || kind === 'role'
  const [first] = people
  const subject: DrillSubject | undefined =
    kind === 'role'
      ? { kind, id: rung.id }
      : kind === 'member' && first
        ? { kind: first.bot ? 'bot' : 'member', id: first.id }
        : undefined
  return (
    <>
      <button
        type="button"
        className={clsx(
          'ladder-row',
          beyond && 'is-beyond',
          kind === 'owner' && 'is-owner',
          answer === 'no-power' && 'is-idle',
        )}
        aria-expanded={opens ? open : undefined}
        onClick={() => setOpen(opens && !open)}
      >
        <span className="ladder-name">
          {kind === 'owner' ? <Crown aria-hidden /> : <RoleDot colour={hexColour(colour)} />}
          <b>{name}</b>
        </span>
        <span className="ladder-who">
          {people.slice(0, facesShown).map(({ id, avatarURL }) => (
            <Avatar key={id} src={avatarURL} size={22} />
          ))}
          <span>{whoOf(rung)}</span>
        </span>
        {answer !== 'no-power' && <span className="ladder-words">{powersOf(rung) || 'No power'}</span>}
        <span className="ladder-powers" aria-hidden>
          {columns.map(([key]) => (
            <span key={key} className="ladder-power">
              <i className={`ladder-picket is-${powers[key]}`} />
            </span>
          ))}
        </span>
        <span className="ladder-answer">
          {beyond ? (
            <Badge tone="danger" icon={<CircleX aria-hidden />}>
              Out of reach
            </Badge>
          ) : (
            answerOf(rung)
          )}
        </span>
      </button>
      {open && (
        <div className="ladder-people">
          <p>
            {powersOf(rung)},{' '}
            {kind === 'member'
              ? 'by permissions of channels'
              : kind === 'owner'
                ? 'as the owner'
                : `from the role ${name}`}
            .
          </p>
          <ul>
            {people.map(({ id, name: called, avatarURL, bot }) => (
              <li key={id}>
                <Avatar src={avatarURL} size={22} />
                <MemberLink id={id}>{called}</MemberLink>
                {bot && <Badge>Bot</Badge>}
              </li>
            ))}
            {count > people.length && <li>and {formatNumber(count - people.length)} more</li>}
            {count === 0 && <li>Nobody holds it.</li>}
          </ul>
          {subject && <DrillLink guildId={guildId} subject={subject} name={name} />}
        </div>
      )}
    </>
  )
}
