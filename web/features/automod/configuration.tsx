import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SliderInput } from '#web/ui/form/number-input.tsx'
import { FieldPair, Section, SubSection } from '#web/ui/form/section.tsx'
import type { AutomodForm } from './use-automod-form.ts'

/** What is caught, and what happens then. Everything except the master switch is shown only while that is on. */
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
            <FormField of={field('antiSpam')} />
            {values.antiSpam && <SpamLimits form={form} />}
            <FormField of={field('antiMassmention')} />
            {values.antiMassmention && (
              <div className="automod-limits">
                <SliderInput {...field('maxMentions')} min={1} max={20} />
              </div>
            )}
            <FormField of={field('antiLinks')} />
            {values.antiLinks && (
              <div className="automod-limits">
                <FormField of={field('allowDiscordLinks')} />
              </div>
            )}
            <FormField of={field('antiInvites')} />
            <FormField of={field('antiAttachments')} />
            <FormField of={field('judgeFileNames')} />
            <FormField of={field('judgeNicknames')} />
            <FormField of={field('antiGhostping')} />
            <FormField of={field('limitLines')} />
            {values.limitLines && (
              <div className="automod-limits">
                <SliderInput {...field('maxLines')} min={1} max={20} />
              </div>
            )}
          </SubSection>
          <SubSection title="What happens then">
            <FormField of={field('action')} />
            <FieldPair>
              <FormField of={field('maxStrikes')} />
              <FormField of={field('strikeDecayHours')} />
            </FieldPair>
            <FormField of={field('notifyChannel')} />
            <FormField of={field('notifyMember')} />
          </SubSection>
          <SubSection title="Who is left alone">
            <FormField of={field('exemptChannels')} guild={guild} />
            <FormField of={field('exemptRoles')} guild={guild} />
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
      <SliderInput {...field('maxDuplicated')} min={1} max={10} />
      <FormField of={field('duplicateSeconds')} />
      <FieldPair>
        <FormField of={field('spamMessages')} />
        <FormField of={field('spamSeconds')} />
      </FieldPair>
    </div>
  )
}
