import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { Section } from '#web/ui/form/section.tsx'
import { Alarms } from '../tamper/alarms.tsx'
import { Requests } from '../tamper/requests.tsx'
import type { AntinukeForm } from '../use-antinuke-form.ts'
import { FirstSteps } from './first-steps.tsx'

/** The switch, what happens to attackers, and who must agree to weaken the protection. */
export function GeneralTab({ form }: { form: AntinukeForm }) {
  const { guildId, access } = form
  return (
    <>
      <Requests guildId={guildId} mayEdit={access.canEditSettings} asked={form.outcome} />
      <Section
        title="AntiNuke"
        purpose="Watches what is done to this server, and stops anyone who does too much"
        master={masterOf(form.field('enabled'))}
      >
        <FormField of={form.field('punishment')} />
      </Section>
      <FirstSteps form={form} />
      {form.values.enabled && (
        <Section
          title="Weakening the protection"
          purpose="The owner is told by direct message when anybody else does it."
        >
          <FormField of={form.field('twoPersons')} />
        </Section>
      )}
      <Alarms guildId={guildId} isOwner={access.level === 'owner'} />
    </>
  )
}
