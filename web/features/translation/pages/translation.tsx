import { createFileRoute } from '@tanstack/react-router'
import translation, { cooldownSeconds } from '#features/translation/contract.ts'
import { masterOf } from '#web/app/settings-form/master.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Section } from '#web/ui/form/section.tsx'
import { ServiceSection } from '../service-section.tsx'
import { TranslationPreview } from '../translation-preview.tsx'

export const Route = createFileRoute('/manage/$guildId/translation')({ component: Translation })

function Translation() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({
    guildId,
    form: translation.forms.translation,
    sentences: sentencesFor('flag translation'),
  })
  return (
    <SettingsPage
      form={form}
      feature={translation.name}
      title="Flag Translation"
      purpose="Reacting to a message with a flag translates it into the language of that country."
      previews={<TranslationPreview />}
    >
      <Section
        title="Flag Translation"
        purpose="The same switch as in Server Settings"
        master={masterOf(form.field('enabled'))}
      >
        <p className="field-help">
          A message is translated once per language, and each member can ask once every {cooldownSeconds / 60} minutes.
        </p>
      </Section>
      <ServiceSection guildId={guildId} />
    </SettingsPage>
  )
}
