import { createFileRoute } from '@tanstack/react-router'
import general from '#features/general/contract.ts'
import translation, { cooldownSeconds } from '#features/translation/contract.ts'
import { History } from '#web/app/history/history.tsx'
import { Findings } from '#web/app/settings-form/findings.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Section } from '#web/ui/form/section.tsx'
import { ServiceSection } from '../service-section.tsx'
import { TranslationPreview } from '../translation-preview.tsx'

export const Route = createFileRoute('/manage/$guildId/translation')({ component: Translation })

const sentences = {
  load: 'Failed to load flag translation',
  saved: 'Flag translation saved successfully!',
  refused: 'Failed to save flag translation',
  failed: 'Failed to save flag translation: ',
}

function Translation() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({ guildId, form: translation.forms.translation, sentences })
  return (
    <SettingsPage
      form={form}
      title="Flag Translation"
      purpose="A flag as a reaction translates a message into the language of that country."
      aside={
        <>
          <TranslationPreview />
          <History guildId={guildId} feature={general.name} />
        </>
      }
    >
      <Findings guildId={guildId} feature={translation.name} />
      <Section
        title="Flag Translation"
        purpose="The same switch as in Server Settings"
        master={masterOf(form.field('enabled'))}
      >
        <p className="field-help">
          A message is translated once per language, and each member can ask every {cooldownSeconds / 60} minutes.
        </p>
      </Section>
      <ServiceSection guildId={guildId} />
    </SettingsPage>
  )
}
