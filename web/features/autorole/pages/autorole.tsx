import { createFileRoute } from '@tanstack/react-router'
import autorole from '#features/autorole/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Section } from '#web/ui/form/section.tsx'

export const Route = createFileRoute('/manage/$guildId/autorole')({ component: AutoRoles })

function AutoRoles() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({
    guildId,
    form: autorole.forms.autorole,
    sentences: sentencesFor('auto role settings'),
  })
  const { enabled } = form.values
  return (
    <SettingsPage
      form={form}
      feature={autorole.name}
      title="Auto Roles"
      purpose="Roles that members and bots get when they join."
    >
      <Section
        title="Auto Roles"
        purpose="You can choose roles below your own highest that have no moderation permissions."
        master={masterOf(form.field('enabled'))}
      >
        <FormField of={form.field('memberRoles')} guild={form.guild} />
        <FormField of={form.field('botRoles')} guild={form.guild} />
      </Section>
      {enabled && (
        <Section title="When" purpose="Roles that become due while the bot is offline are given when it is back.">
          <FormField of={form.field('delayMinutes')} />
          <FormField of={form.field('waitForScreening')} />
        </Section>
      )}
      {enabled && (
        <Section
          title="Returning members"
          purpose="While this is on, members' roles are recorded, and forgotten 90 days after they leave."
        >
          <FormField of={form.field('stickyRoles')} />
        </Section>
      )}
    </SettingsPage>
  )
}
