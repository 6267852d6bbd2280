import { Link } from '@tanstack/react-router'
import { ChevronRight, Gem, Lock } from 'lucide-react'
import { memo, useDeferredValue } from 'react'
import { useModules } from '#web/app/modules.ts'
import { entries } from '#web/app/navigation/entries.ts'
import { addressOf, entryAt, type NavEntry } from '#web/app/navigation/entry.ts'
import { useClosedEntries, useRests } from '#web/app/own-access.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cardGroups, quickActions, stateOf } from './feature-cards.ts'
import './feature-lists.css'

const NotShared = () => <span className="visually-hidden">, not shared with you</span>

export function QuickActions({ guildId }: { guildId: string }) {
  const isClosed = useClosedEntries(guildId)
  return (
    <section className="dashboard-part" aria-labelledby="quick-actions">
      <h2 className="section-title" id="quick-actions">
        Quick actions
      </h2>
      <ul className="quick-actions">
        {quickActions.map(({ title, path }) => {
          const entry = entryAt(entries, path)
          const Icon = entry?.icon
          if (entry && isClosed(entry))
            return (
              <Card as="li" key={path}>
                <span className="quick-action" data-closed="true">
                  {Icon && <Icon className="lucide icon-lg" aria-hidden />}
                  <span>
                    {title}
                    <NotShared />
                  </span>
                  <Lock aria-hidden />
                </span>
              </Card>
            )
          return (
            <Card as="li" key={path}>
              <Link className="quick-action" to={addressOf(guildId, path)}>
                {Icon && <Icon className="lucide icon-lg" aria-hidden />}
                <span>{title}</span>
                <ChevronRight aria-hidden />
              </Link>
            </Card>
          )
        })}
      </ul>
    </section>
  )
}

export function FeatureLists({ guildId }: { guildId: string }) {
  const modules = useDeferredValue(useModules(guildId).data?.modules)
  const isClosed = useClosedEntries(guildId)
  const rests = useRests(guildId)
  return cardGroups.map(({ title, cards }) => (
    <section className="dashboard-part" key={title} aria-label={title}>
      <h2 className="section-title">{title}</h2>
      <Card as="div" className="feature-list">
        {cards.map(card => (
          <FeatureRow
            key={card.path}
            guildId={guildId}
            card={card}
            closed={isClosed(card)}
            state={modules ? stateOf(card.feature, modules, rests(card.feature)) : undefined}
          />
        ))}
      </Card>
    </section>
  ))
}

const states = {
  on: <Badge tone="success">On</Badge>,
  off: <Badge>Off</Badge>,
  resting: <Badge>Resting</Badge>,
}

interface FeatureRowProps {
  guildId: string
  card: NavEntry
  closed: boolean
  state: keyof typeof states | undefined
}

/** Memoized: twenty links take a while to render, and most server responses do not affect them. */
const FeatureRow = memo(function FeatureRow({ guildId, card, closed, state }: FeatureRowProps) {
  const { icon: Icon, premium } = card
  const content = (
    <>
      <Icon className="lucide icon-lg" aria-hidden />
      <span className="feature-words">
        <b>
          {card.card ?? card.name}
          {closed && <NotShared />}
        </b>
        <span>{card.description}</span>
      </span>
      {premium && (
        <Badge tone="warning" icon={<Gem aria-hidden />}>
          Premium
        </Badge>
      )}
      {state && states[state]}
      {closed ? <Lock aria-hidden /> : <ChevronRight aria-hidden />}
    </>
  )
  if (closed)
    return (
      <div className="feature-row" data-closed="true">
        {content}
      </div>
    )
  return (
    <Link className="feature-row" to={addressOf(guildId, card.path)}>
      {content}
    </Link>
  )
})
