import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import automations from '#features/automations/contract.ts'
import { type Automation, most } from '#features/automations/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { LinkButton } from '#web/app/link-button.tsx'
import { randomKey } from '#web/app/random-key.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { useMayManage } from '#web/app/own-access.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAutomationCalls, useAutomations } from '../use-automations.ts'
import { mentionsNamed } from '#web/app/guild-names.ts'
import { actionWords, countWords, stateOf, triggerWords } from '../words.ts'
import '../automations.css'

export const Route = createFileRoute('/manage/$guildId/automations')({ component: Automations })

function Automations() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({
    guildId,
    form: automations.forms.automations,
    sentences: sentencesFor('automation settings'),
  })
  const query = useAutomations(guildId)
  const [fresh] = useState(randomKey)
  const readOnly = !useMayManage(guildId)(automations.name)
  const all = query.data?.automations ?? []
  const isFull = all.length >= most.automations
  const create = (variant: 'primary' | 'secondary') =>
    readOnly || isFull ? (
      <Button
        icon={<Plus aria-hidden />}
        why={isFull ? `A server has at most ${most.automations} automations.` : readOnly}
      >
        New automation
      </Button>
    ) : (
      <LinkButton
        variant={variant}
        icon={<Plus aria-hidden />}
        to="/manage/$guildId/automations/$automationId"
        params={{ guildId, automationId: fresh }}
        search={{ fresh: true }}
      >
        New automation
      </LinkButton>
    )
  return (
    <SettingsPage
      form={form}
      feature={automations.name}
      title="Automations"
      purpose="When something happens, the bot does what you chose: when, if, then."
    >
      <Section
        title="Automations"
        purpose={query.data && all.length > 0 ? countWords(all) : 'When, if, then'}
        flush
        foot={all.length > 0 ? create('secondary') : undefined}
      >
        {query.isError && !query.data && (
          <Banner tone="danger" title="Failed to load automations">
            <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
          </Banner>
        )}
        {query.isPending && <Skeleton className="automation-skeleton" />}
        {query.data && all.length === 0 && (
          <Empty title="No automations yet" action={create('primary')}>
            When somebody writes, joins or reacts, the bot can answer, copy a message, give a role and more.
          </Empty>
        )}
        {all.length > 0 && (
          <ul className="automation-list">
            {all.map(one => (
              <Row key={one.id} {...{ guildId, one, readOnly }} guild={form.guild} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="All automations">
        <FormField of={form.field('enabled')} />
        <FormField of={form.field('runsPerHour')} />
      </Section>
    </SettingsPage>
  )
}

function Row({
  guildId,
  one,
  guild,
  readOnly,
}: {
  guildId: string
  one: Automation
  guild: GuildCore | undefined
  readOnly: boolean
}) {
  const { turn } = useAutomationCalls(guildId)
  const { label, tone } = stateOf(one)
  const isOn = one.on && one.paused === null
  const acts = one.actions.map(action => actionWords(action, guild)).join(', then ')
  return (
    <li>
      <div className="automation-row">
        <div className="automation-told">
          <p className="automation-title">
            <Link
              to="/manage/$guildId/automations/$automationId"
              params={{ guildId, automationId: one.id }}
              className="automation-link"
            >
              {one.name}
            </Link>
            <Badge
              tone={tone}
              icon={tone === 'warning' || tone === 'danger' ? <TriangleAlert aria-hidden /> : undefined}
            >
              {label}
            </Badge>
          </p>
          <p className="muted">
            {triggerWords(one, guild)} → {acts}
          </p>
          {one.paused && <p className="automation-problem">{mentionsNamed(guild, one.paused.problem)}</p>}
        </div>
        <span className="muted num automation-runs">
          {formatNumber(one.runs.hour)} {one.runs.hour === 1 ? 'run' : 'runs'} in the last hour
        </span>
        <Button size="sm" busy={turn.isPending} why={readOnly} onClick={() => turn.mutate({ id: one.id, on: !isOn })}>
          {isOn ? 'Switch off' : one.paused ? 'Switch on again' : 'Switch on'}
          <span className="visually-hidden"> {one.name}</span>
        </Button>
      </div>
      <FailedAct of={turn} otherwise="Failed to switch the automation" />
    </li>
  )
}
