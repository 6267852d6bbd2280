import { FormField } from '#web/app/settings-form/form-field.tsx'
import type { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'

/** Whether emojis are managed and counted. */
export function SettingsCard({ form }: { form: ReturnType<typeof useSettingsForm> }) {
  return (
    <Section
      title="Settings"
      purpose="What is counted is kept for 90 days, and names nobody"
      foot={
        form.dirty ? (
          <span className="emoji-settings-foot">
            <Button variant="ghost" size="sm" onClick={form.reset} disabled={form.saving}>
              Reset
            </Button>
            <Button size="sm" variant="primary" busy={form.saving} onClick={() => void form.submit()}>
              Save settings
            </Button>
          </span>
        ) : undefined
      }
    >
      {form.outcome && (
        <Banner tone={form.outcome.tone} title={form.outcome.title} onClose={form.dismiss}>
          {form.outcome.detail}
        </Banner>
      )}
      <FormField of={form.field('enabled')} />
      <FormField of={form.field('counting')} />
    </Section>
  )
}
