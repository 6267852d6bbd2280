import { FlaskConical, Play } from 'lucide-react'
import { useState } from 'react'
import { attacks, profiles } from '#features/antinuke/drill/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Combobox, Select } from '#web/ui/form/combobox.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { CardTitle } from '../posture/card-title.tsx'
import { usePosture } from '../posture/use-posture.ts'
import { DrillOutcome } from './outcome.tsx'
import { useDrill, type Wish } from './use-drill.ts'
import '../posture/posture.css'
import './drill.css'

/** Somebody's account is lost: what would happen, on a copy of this server. */
export function DrillPage({ guildId }: { guildId: string }) {
  const { data: posture, error } = usePosture(guildId)
  const run = useDrill(guildId)
  const [chosen, choose] = useState<string | null>(null)
  const [wish, setWish] = useState<Omit<Wish, 'kind' | 'id'>>({ attack: 'channels', rate: 10, profile: 'typical' })
  if (!posture) return <FailedCall error={error} />
  const roles = posture.ladder.filter(({ kind }) => kind === 'role')
  const people = new Map(
    posture.ladder.flatMap(rung => (rung.kind === 'owner' ? [] : rung.people)).map(one => [one.id, one]),
  )
  const of = (bot: boolean) =>
    [...people.values()].filter(one => one.bot === bot).map(({ id, name }) => ({ value: `person ${id}`, label: name }))
  const first = roles[0]
  const who = chosen ?? (first ? `role ${first.id}` : null)
  const start = (next: Omit<Wish, 'kind' | 'id'>, subject = who) => {
    const [kind, id] = subject?.split(' ') ?? []
    setWish(next)
    if (id !== undefined) run.mutate({ kind: kind === 'person' ? 'person' : 'role', id, ...next })
  }
  return (
    <div className="drill">
      <Card as="section" aria-labelledby="drill-setup">
        <CardTitle id="drill-setup" title="Set up a drill" help="A copy of this server, in memory." />
        <form
          className="drill-form"
          onSubmit={event => {
            event.preventDefault()
            start(wish)
          }}
        >
          <Combobox
            label="Compromised"
            value={who}
            onChange={choose}
            groups={[
              { label: 'Roles', choices: roles.map(({ id, name }) => ({ value: `role ${id}`, label: name })) },
              { label: 'Members', choices: of(false) },
              { label: 'Bots', choices: of(true) },
            ]}
          />
          <Select
            label="What they do"
            value={wish.attack}
            onChange={attack => setWish({ ...wish, attack })}
            options={attacks}
          />
          <NumberInput
            label="Actions per second"
            min={1}
            max={50}
            value={wish.rate}
            onChange={rate => setWish({ ...wish, rate })}
          />
          <Select
            label="Connection"
            value={wish.profile}
            onChange={profile => setWish({ ...wish, profile })}
            options={profiles}
            help={profiles.find(({ value }) => value === wish.profile)?.note}
          />
          <Button
            type="submit"
            variant="primary"
            wide
            icon={<Play aria-hidden />}
            disabled={who === null || !(wish.rate >= 1 && wish.rate <= 50)}
            busy={run.isPending}
            busyLabel="Running..."
          >
            Run drill
          </Button>
        </form>
        <p className="drill-note">
          <FlaskConical aria-hidden />
          The real engine with today's settings, roles and positions. Nothing is sent to Discord, nobody is notified.
        </p>
      </Card>
      <div className="drill-result">
        <FailedCall error={run.error} />
        {run.data && run.variables ? (
          <DrillOutcome
            reply={run.data}
            wish={run.variables}
            onCell={(id, rate) => {
              choose(`role ${id}`)
              start({ ...wish, rate }, `role ${id}`)
            }}
          />
        ) : (
          <Empty title="No drill yet">A drill attacks a copy of this server and shows what would be left of it.</Empty>
        )}
      </div>
    </div>
  )
}
