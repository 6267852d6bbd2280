import { Fragment } from 'react'
import { type GreetingKind, titles } from '#features/greetings/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Section, SubSection } from '#web/ui/form/section.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { narrow, useMedia } from '#web/ui/use-media.ts'
import { EmbedForm } from './embed-form.tsx'
import { SaveButton } from './greeting-section.tsx'
import type { GreetingForm } from './use-greeting-form.ts'

const botsHelp: Record<GreetingKind, string> = {
  welcome: 'Also when a bot is added.',
  farewell: 'Also when a bot is removed.',
}

/** The forms of both embeds: one below the other; on small screens, in tabs. */
export function AdvancedSections({ forms }: { forms: readonly GreetingForm[] }) {
  const tabs = forms.map(form => ({
    value: form.kind,
    label: titles[form.kind],
    content: <AdvancedSection form={form} />,
  }))
  return useMedia(narrow) ? (
    <Tabs label="Embeds" tabs={tabs} />
  ) : (
    <div className="settings-main">
      {tabs.map(({ value, content }) => (
        <Fragment key={value}>{content}</Fragment>
      ))}
    </div>
  )
}

/** Everything about one embed, which can be edited while the greeting is off, and what few servers need. */
function AdvancedSection({ form }: { form: GreetingForm }) {
  const { kind, part, greeting, embed } = form
  const title = titles[kind]
  return (
    <Section
      title={`${title} embed`}
      purpose="Texts, fields, author and pictures of the embeds, and who is greeted"
      collapsible
      foot={
        <>
          {!greeting.enabled && (
            <p className="field-help">
              <Badge>Off</Badge> {title} Messages are switched off under General; what you save here is kept until they
              are on.
            </p>
          )}
          <SaveButton form={form} dirty={embed.dirty} save={embed.save}>{`Save ${title} Embed`}</SaveButton>
        </>
      }
    >
      <EmbedForm form={form} />
      <SubSection title="Beyond the embed">
        <FormField of={part('card', `${title} card`)} />
        <FormField of={{ ...part('bots', 'Bots too'), help: botsHelp[kind] }} />
        {kind === 'welcome' && <FormField of={part('ping', 'Notify the new member')} />}
      </SubSection>
    </Section>
  )
}
