import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SliderInput } from '#web/ui/form/number-input.tsx'
import { FieldPair, Section, SubSection } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import type { AutomodForm } from './use-automod-form.ts'

const usualLines = 5

/** What is caught, and what happens then. All but the master switch shows only while it is on. */
export function Configuration({ form }: { form: AutomodForm }) {
  const { values, field, guild } = form
  return (
    <Section
      title="Configuration"
      purpose="What is removed from chat, and what happens to members who keep posting it"
      master={{ ...masterOf(field('enabled')), label: 'Auto-moderation' }}
    >
      {values.enabled && (
        <>
          <SubSection title="What is caught">
            <FormField of={field('anti_spam')} />
            {values.anti_spam && <SpamLimits form={form} />}
            <FormField of={field('anti_massmention')} />
            {values.anti_massmention && (
              <div className="automod-limits">
                <SliderInput {...field('max_mentions')} min={1} max={20} />
              </div>
            )}
            <FormField of={field('anti_links')} />
            <FormField of={field('anti_invites')} />
            <FormField of={field('anti_attachments')} />
            <FormField of={field('anti_ghostping')} />
            <LineLimit form={form} />
          </SubSection>
          <SubSection title="What happens then">
            <FormField of={field('automod_action')} />
            <FieldPair>
              <FormField of={field('max_strikes')} />
              <FormField of={field('strike_decay_hours')} />
            </FieldPair>
            <FormField of={field('notify_channel')} />
            <FormField of={field('notify_member')} />
          </SubSection>
          <SubSection title="Who is left alone">
            <FormField of={field('wh_channels')} guild={guild} />
            <FormField of={field('wh_roles')} guild={guild} />
            <FormField of={field('debug')} />
          </SubSection>
        </>
      )}
    </Section>
  )
}

function SpamLimits({ form: { field } }: { form: AutomodForm }) {
  return (
    <div className="automod-limits">
      <SliderInput {...field('max_duplicated')} min={1} max={10} />
      <FormField of={field('duplicate_seconds')} />
      <FieldPair>
        <FormField of={field('spam_messages')} />
        <FormField of={field('spam_seconds')} />
      </FieldPair>
    </div>
  )
}

/** 0 stands for no limit, which is a switch here: the slider goes from 1 to 20. */
function LineLimit({ form }: { form: AutomodForm }) {
  const { help: _, ...lines } = form.field('max_lines')
  return (
    <>
      <SwitchField
        label="Limit lines"
        help="Delete messages with more lines than this."
        value={lines.value !== 0}
        disabled={lines.disabled}
        onChange={on => lines.onChange(on ? usualLines : 0)}
      />
      {lines.value !== 0 && (
        <div className="automod-limits">
          <SliderInput {...lines} min={1} max={20} />
        </div>
      )}
    </>
  )
}
