import { FormField } from '#web/app/settings-form/form-field.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { AntinukeForm } from '../use-antinuke-form.ts'

/** Where incidents are posted, and whether damage is restored automatically. */
export function LogsTab({ form }: { form: AntinukeForm }) {
  return (
    <Section title="Logs" purpose="Where incidents are reported, and whether damage is undone automatically">
      <FormField of={form.field('logChannel')} guild={form.guild} none="No log channel" />
      <FormField of={form.field('autoRecovery')} />
    </Section>
  )
}
