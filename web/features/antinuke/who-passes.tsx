import { roleNameIn } from '#web/app/guild-names.ts'
import { BadgeCheck, Crown, KeyRound, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { AntinukeForm } from './use-antinuke-form.ts'
import './who-passes.css'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** Beside the tabs: whom nothing here stops. */
export function WhoPasses({ form }: { form: AntinukeForm }) {
  const { extraOwners, whitelist, bypassRole } = form.values
  const rows: { icon: ReactNode; title: string; value: string }[] = [
    { icon: <Crown aria-hidden />, title: 'Guild Owner', value: '1 person' },
    { icon: <KeyRound aria-hidden />, title: 'Extra Owners', value: people(extraOwners.length) },
    { icon: <UserCheck aria-hidden />, title: 'Whitelisted Users', value: people(whitelist.length) },
    {
      icon: <BadgeCheck aria-hidden />,
      title: 'Bypass Role',
      value: bypassRole === null ? 'No bypass role set' : roleNameIn(form.guild, bypassRole),
    },
  ]
  return (
    <Card as="section" aria-label="Who passes the fence">
      <CardHead title="Who passes the fence" />
      <dl className="who-passes">
        {rows.map(({ icon, title, value }) => (
          <div key={title}>
            <dt>
              {icon}
              {title}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
