import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SliderInput } from '#web/ui/form/number-input.tsx'
import { FieldPair, Section } from '#web/ui/form/section.tsx'
import { QuickReasons } from './quick-reasons.tsx'
import type { ModerationForm } from './use-moderation-form.ts'

/** The switch and, while it is on, everything it controls. */
export function SettingsSections({ form }: { form: ModerationForm }) {
  const { enabled, dmOnAction: tells } = form.values
  return (
    <>
      <Section
        title="Moderation"
        purpose="Commands to warn, time out, kick, ban and clean up, and a case for everything done"
        master={masterOf(form.field('enabled'))}
      />
      {enabled && (
        <>
          <Section title="Warning system" purpose="What happens when a member's warnings add up">
            <SliderInput {...form.field('maxWarn')} min={1} max={10} />
            <FieldPair>
              <FormField of={form.field('maxWarnAction')} />
              <FormField of={form.field('warnExpiryDays')} />
            </FieldPair>
          </Section>
          <Section title="Moderation log" purpose="A channel where every case is posted">
            <FormField of={form.field('modlogChannel')} guild={form.guild} none="No moderation log" />
          </Section>
          <Section title="Messages to members" purpose="What members are sent when a moderator acts on them">
            <FormField of={form.field('dmOnAction')} />
            {tells && <FormField of={form.field('appealText')} />}
          </Section>
          <Section
            title="Quick reasons"
            purpose="A moderator types the name as the reason, and the whole text becomes the reason."
          >
            <QuickReasons of={form.field('reasonTemplates')} />
          </Section>
        </>
      )}
    </>
  )
}
