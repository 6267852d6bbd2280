import { createFileRoute } from '@tanstack/react-router'
import { Copy, ListChecks } from 'lucide-react'
import general from '#features/general/contract.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { sharedForm } from '#web/app/settings-form/shared-form.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { PrefixPreview } from '../prefix-preview.tsx'
import '../at-once.css'

export const Route = createFileRoute('/manage/$guildId/basic')({ component: Basic })

/** Switches that other features add to this page. */
const { form: basics, added } = sharedForm(general.forms.basic)

const sentences = {
  load: 'Error loading guild settings',
  saved: 'Settings saved successfully!',
  refused: 'Failed to save settings',
  failed: 'Error saving settings: ',
} as const

function Basic() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({ guildId, form: basics, added, sentences })
  return (
    <SettingsPage
      form={form}
      feature={general.name}
      title="Server Settings"
      purpose="The command prefix and other basics of this server."
      where="Basics"
      previews={<PrefixPreview prefix={form.values.prefix} />}
    >
      <Section
        title="Basics"
        purpose="How members address the bot, and what it watches"
        foot={
          <>
            <p className="field-help">Every change is kept in the history, with who made it.</p>
            <Button
              type="submit"
              variant={form.dirty ? 'secondary' : 'primary'}
              busy={form.saving}
              busyLabel="Saving..."
            >
              Save Settings
            </Button>
          </>
        }
      >
        <FormField of={form.field('prefix')} />
        {form.added().map(field => (
          <FormField key={field.name} of={field} />
        ))}
      </Section>
      <Section title="All settings at once" purpose="Every change is shown before it is made, and can be taken back.">
        <ul className="at-once">
          <li>
            <LinkButton to="/manage/$guildId/basic/setup" params={{ guildId }} icon={<ListChecks aria-hidden />}>
              Five questions
            </LinkButton>
            <span className="muted">What kind of community it is, and what suits it</span>
          </li>
          <li>
            <LinkButton to="/manage/$guildId/basic/transfer" params={{ guildId }} icon={<Copy aria-hidden />}>
              Copy and export
            </LinkButton>
            <span className="muted">To a file, from a file, or from another server</span>
          </li>
        </ul>
      </Section>
    </SettingsPage>
  )
}
