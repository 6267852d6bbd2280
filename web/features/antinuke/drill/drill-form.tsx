import { FlaskConical, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { attacks, profiles } from '#features/antinuke/drill/contract.ts'
import type { ShownPosture } from '#features/antinuke/posture/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { hexColour } from '#web/ui/discord/model.ts'
import { Combobox, Select } from '#web/ui/form/combobox.tsx'
import { FieldGroup } from '#web/ui/form/field.tsx'
import { SliderInput } from '#web/ui/form/number-input.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { RoleDot } from '#web/ui/role-dot.tsx'
import { CardTitle } from '../card-title.tsx'
import type { DrillSubject } from './drill-subject.ts'
import type { DrillOptions } from './use-drill.ts'

const labels = { role: 'Role', member: 'Member', bot: 'Bot' } as const
const kinds = [
  { value: 'role', label: labels.role },
  { value: 'member', label: labels.member },
  { value: 'bot', label: labels.bot },
] as const
const [leastRate, mostRate] = [1, 50] as const

interface Candidate {
  id: string
  name: string
  /** How many accounts have the role; null for an account. */
  held: number | null
  /** A role's color, #rrggbb. */
  colour?: string
}

/** Who could be compromised: roles with power, and the accounts that have them. */
export function candidatesIn(posture: ShownPosture): Record<DrillSubject['kind'], readonly Candidate[]> {
  const named = [
    ...posture.ladder.flatMap(rung => (rung.kind === 'owner' ? [] : rung.people)),
    ...posture.fixes.map(({ who }) => who),
  ]
  const people = new Map(named.map(one => [one.id, one]))
  const some = (bot: boolean) =>
    [...people.values()].filter(one => one.bot === bot).map(({ id, name }) => ({ id, name, held: null }))
  return {
    role: posture.ladder.flatMap(({ kind, id, name, count, colour }) =>
      kind === 'role' ? [{ id, name, held: count, colour: hexColour(colour) }] : [],
    ),
    member: some(false),
    bot: some(true),
  }
}

function heldText(held: number | null | undefined): string | undefined {
  if (held === null || held === undefined) return undefined
  if (held === 0) return 'Nobody has it: the drill gives it to somebody.'
  return held === 1 ? 'One account has it.' : `Of its ${formatNumber(held)} accounts, the one that is hardest to stop.`
}

interface SetUpProps {
  candidates: ReturnType<typeof candidatesIn>
  subject: { kind: DrillSubject['kind']; id: string | null }
  onSubject: (subject: { kind: DrillSubject['kind']; id: string | null }) => void
  options: DrillOptions
  onOptions: (options: DrillOptions) => void
  running: boolean
  onRun: () => void
  onCancel: () => void
}

/** Chooses whose account is compromised, and what the attacker does with it. */
export function SetUp({ candidates, subject, onSubject, options, onOptions, running, onRun, onCancel }: SetUpProps) {
  const run = useRef<HTMLButtonElement>(null)
  const cancelled = useRef(false)
  useEffect(() => {
    if (running || !cancelled.current) return
    cancelled.current = false
    // The pressed button has disappeared; the focus moves to the one that starts the drill again.
    run.current?.focus()
  }, [running])
  const own = candidates[subject.kind]
  const chosen = own.find(({ id }) => id === subject.id)
  return (
    <Card as="section" aria-labelledby="drill-setup">
      <CardTitle id="drill-setup" title="Set up a drill" help="A copy of this server, in memory." />
      <form
        className="drill-form"
        onSubmit={event => {
          event.preventDefault()
          onRun()
        }}
      >
        <FieldGroup label="Compromised">
          {() => (
            <Segmented
              label="Compromised"
              name="drill-kind"
              value={subject.kind}
              onChange={kind => onSubject({ kind, id: candidates[kind][0]?.id ?? null })}
              options={kinds}
            />
          )}
        </FieldGroup>
        <Combobox
          label={labels[subject.kind]}
          value={subject.id}
          onChange={id => onSubject({ kind: subject.kind, id })}
          groups={[
            {
              choices: own.map(({ id, name, colour }) => ({
                value: id,
                label: name,
                ...(colour !== undefined && { icon: <RoleDot colour={colour} /> }),
              })),
            },
          ]}
          empty={`No ${labels[subject.kind].toLowerCase()} has power here.`}
          help={heldText(chosen?.held)}
        />
        <Select
          label="What they do"
          value={options.attack}
          onChange={attack => onOptions({ ...options, attack })}
          options={attacks}
        />
        <SliderInput
          label="Actions per second"
          min={leastRate}
          max={mostRate}
          value={options.rate}
          onChange={rate => onOptions({ ...options, rate })}
        />
        <FieldGroup label="Connection" help={profiles.find(({ value }) => value === options.profile)?.note}>
          {() => (
            <Segmented
              label="Connection"
              name="drill-profile"
              value={options.profile}
              onChange={profile => onOptions({ ...options, profile })}
              options={profiles}
            />
          )}
        </FieldGroup>
        <Button
          ref={run}
          type="submit"
          variant="primary"
          wide
          icon={<Play aria-hidden />}
          why={
            subject.id === null
              ? 'Choose who attacks first.'
              : !(options.rate >= leastRate && options.rate <= mostRate) &&
                `Choose ${leastRate} to ${mostRate} actions per second.`
          }
          busy={running}
          busyLabel="Running..."
        >
          Run drill
        </Button>
        {running && (
          <Button
            wide
            onClick={() => {
              cancelled.current = true
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </form>
      <p className="drill-note">
        <FlaskConical aria-hidden />
        Runs the real engine with today's settings, roles and positions. Nothing is sent to Discord, and nobody is
        notified.
      </p>
    </Card>
  )
}
