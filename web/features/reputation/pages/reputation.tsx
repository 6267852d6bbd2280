import { createFileRoute } from '@tanstack/react-router'
import reputation from '#features/reputation/contract.ts'
import { History } from '#web/app/history/history.tsx'
import { Findings } from '#web/app/settings-form/findings.tsx'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Section } from '#web/ui/form/section.tsx'
import { ReputationBoard } from '../board.tsx'

export const Route = createFileRoute('/manage/$guildId/reputation')({ component: Reputation })

const sentences = {
  load: 'Failed to load reputation settings',
  saved: 'Reputation settings saved successfully!',
  refused: 'Failed to save reputation settings',
  failed: 'Failed to save reputation settings: ',
}

function Reputation() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({ guildId, form: reputation.forms.reputation, sentences })
  return (
    <SettingsPage
      form={form}
      title="Reputation"
      purpose="Members give each other a point now and then."
      aside={<History guildId={guildId} feature={reputation.name} />}
    >
      <Findings guildId={guildId} feature={reputation.name} />
      <Section
        title="Reputation"
        purpose="Members may give each other reputation with the rep command"
        master={masterOf(form.field('enabled'))}
      >
        <FormField of={form.field('cooldownHours')} />
        <FormField of={form.field('announceChannel')} guild={form.guild} none="No announcement" />
      </Section>
      <ReputationBoard guildId={guildId} />
    </SettingsPage>
  )
}
