import { type Kind, titles } from '#features/greetings/contract.ts'
import { Findings } from '#web/app/slots.tsx'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { FieldPair, Section, SubSection } from '#web/ui/form/section.tsx'
import { PreviewButton } from './preview-button.tsx'
import { TemplateArea } from './template-area.tsx'
import type { GreetingForm } from './use-greeting-form.ts'
import './greeting-section.css'

const purposes: Record<Kind, string> = {
  welcome: 'Sent when a member joins',
  farewell: 'Sent when a member leaves',
}

/** Saves one section; after a refusal the first field at fault is focused. */
export function SaveButton({ form, children }: { form: GreetingForm; children: string }) {
  const save = async () => {
    if (!(await form.submit()))
      requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus())
  }
  return (
    <Button disabled={!form.dirty} busy={form.saving} busyLabel="Saving..." onClick={() => void save()}>
      {children}
    </Button>
  )
}

/** Where a greeting goes, what it says and how its embed looks. */
export function GreetingSection({ form }: { form: GreetingForm }) {
  const { kind, part } = form
  const title = titles[kind]
  const master = part('enabled')
  const thumbnail = part('embed_thumbnail', 'Show member avatar as thumbnail')
  return (
    <Section
      title={`${title} Messages`}
      purpose={purposes[kind]}
      collapsible
      stays
      master={masterOf({ ...master, value: master.value === true })}
      foot={
        <>
          <PreviewButton form={form} label="Preview Message" />
          <SaveButton form={form}>{`Save ${title}`}</SaveButton>
        </>
      }
    >
      <fieldset className="greeting-fields" disabled={master.value !== true}>
        <Findings guildId={form.guildId} feature="greetings" setting={`${kind}_channel`} />
        <FieldPair>
          <FormField of={part('channel', 'Channel')} guild={form.guild} none="No channel" />
          <FormField of={part('type', 'Send as')} />
        </FieldPair>
        <TemplateArea of={part('content', 'Message')} />
        <SubSection title="Embed">
          <FieldPair>
            <FormField of={part('embed_title', 'Title')} />
            <FormField of={part('embed_footer', 'Footer')} />
          </FieldPair>
          <TemplateArea of={part('embed_description', 'Description')} />
          <FormField of={part('embed_color', 'Colour')} />
          <Checkbox {...thumbnail} help={undefined} value={thumbnail.value === true} />
        </SubSection>
      </fieldset>
    </Section>
  )
}
