import { Check } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { modules } from '#features/antinuke/modules/contract.ts'
import { Section } from '#web/ui/form/section.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import type { SettingsTab } from '../tabs.tsx'
import type { AntinukeForm } from '../use-antinuke-form.ts'
import './first-steps.css'

interface Step {
  title: string
  done: boolean
  says: ReactNode
}

/** What happens to people who do too much. */
const isMet = {
  BAN: 'is banned',
  KICK: 'is kicked',
  TIMEOUT: 'is timed out',
  NONE: 'is reported, and not stopped',
} as const

/** The first steps for an owner, shown until the protection is on and reports to a log channel. */
export function FirstSteps({ form }: { form: AntinukeForm }) {
  const { guildId, values } = form
  const { enabled, punishment, autoRecovery, logChannel, whitelist, extraOwners } = values
  const on = modules.filter(({ key }) => values.modules[key]).length
  if (form.readOnly || (enabled && logChannel !== null)) return null
  // While it is off, these tabs only lead back here.
  const tab = (value: SettingsTab, words: string) =>
    enabled ? (
      <Link className="link" to="/manage/$guildId/antinuke" params={{ guildId }} search={{ tab: value }}>
        {words}
      </Link>
    ) : (
      words
    )
  const steps: Step[] = [
    {
      title: 'Switch AntiNuke on',
      done: enabled,
      says: `${formatNumber(on)} of ${formatNumber(modules.length)} modules watch. Anyone who does too much ${isMet[punishment]}${autoRecovery ? ', and what they destroyed is put back' : ''}.`,
    },
    {
      title: 'Choose a log channel',
      done: logChannel !== null,
      says: <>Incidents and alarms are posted there: {tab('logs', 'Logs')}.</>,
    },
    {
      title: 'List who may do more',
      done: whitelist.length + extraOwners.length > 0,
      says: (
        <>
          People and bots that need to change a lot at once, such as a bot that sets up channels:{' '}
          {tab('users', 'Users')}.
        </>
      ),
    },
    {
      title: 'See who could do harm, and try it',
      done: false,
      says: (
        <>
          <Link className="link" to="/manage/$guildId/antinuke/posture" params={{ guildId }}>
            Posture
          </Link>{' '}
          names everyone who could not be stopped, and what to change. A{' '}
          <Link className="link" to="/manage/$guildId/antinuke/drill" params={{ guildId }}>
            drill
          </Link>{' '}
          attacks a copy of this server: nothing reaches Discord.
        </>
      ),
    },
  ]
  return (
    <Section title="First steps" purpose="In this order; the last two can wait." flush>
      <ol className="first-steps">
        {steps.map(({ title, done, says }, place) => (
          <li key={title} data-done={done || undefined}>
            <span className="first-steps-mark" aria-hidden>
              {done ? <Check /> : place + 1}
            </span>
            <div>
              <b>
                {title}
                {done && <span className="visually-hidden">, done</span>}
              </b>
              <p>{says}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
