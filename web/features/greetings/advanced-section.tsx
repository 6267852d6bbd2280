import { type Kind, titles } from '#features/greetings/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { FieldPair, Section, SubSection } from '#web/ui/form/section.tsx'
import { SaveButton } from './greeting-section.tsx'
import type { GreetingForm } from './use-greeting-form.ts'

const botsHelp: Record<Kind, string> = {
  welcome: 'Also when a bot is added.',
  farewell: 'Also when a bot is removed.',
}

/** What few servers need of a greeting: the embed's author and picture, the card, who is meant. */
export function AdvancedSection({ form }: { form: GreetingForm }) {
  const { kind, part, greeting } = form
  const title = titles[kind]
  if (!greeting.enabled)
    return (
      <Section title={`${title} embed`}>
        <p className="muted">{title} Messages are switched off. Switch them on under General to change this.</p>
      </Section>
    )
  return (
    <Section
      title={`${title} embed`}
      purpose="Author, picture, card and who is greeted"
      collapsible
      foot={
        <>
          <p className="field-help">Title, description, colour and footer are under General.</p>
          <SaveButton form={form}>{`Save ${title} Embed`}</SaveButton>
        </>
      }
    >
      <FieldPair>
        <FormField of={part('embed_author_name', 'Author name')} />
        <FormField of={part('embed_author_iconURL', 'Author icon URL')} />
      </FieldPair>
      <FormField of={part('embed_image', 'Image URL')} />
      <SubSection title="Beyond the embed">
        <FormField of={part('card', `${title} card`)} />
        <FormField of={{ ...part('bots', 'Bots too'), help: botsHelp[kind] }} />
        {kind === 'welcome' && <FormField of={part('ping', 'Notify the new member')} />}
      </SubSection>
    </Section>
  )
}
