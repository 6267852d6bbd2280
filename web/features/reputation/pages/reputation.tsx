import { createFileRoute } from '@tanstack/react-router'
import reputation from '#features/reputation/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Section } from '#web/ui/form/section.tsx'
import { ReputationBoard } from '../board.tsx'

export const Route = createFileRoute('/manage/$guildId/reputation')({ component: Reputation })

function Reputation() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({
    guildId,
    form: reputation.forms.reputation,
    sentences: sentencesFor('reputation settings'),
  })
  return (
    <SettingsPage
      form={form}
      feature={reputation.name}
      title="Reputation"
      purpose="Members give each other a point now and then."
    >
      <Section
        title="Reputation"
        purpose="Members may give each other reputation with the rep command."
        master={masterOf(form.field('enabled'))}
      >
        <FormField of={form.field('cooldownHours')} />
        <FormField of={form.field('announceChannel')} guild={form.guild} none="No announcement" />
      </Section>
      <ReputationBoard guildId={guildId} />
    </SettingsPage>
  )
}
