import { type GreetingKind, titles } from '#features/greetings/contract.ts'
import { Findings } from '#web/app/slots.tsx'
import { goToFirstInvalid } from '#web/app/problems/go-to-control.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { TemplateArea } from '#web/app/settings-form/template-area.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { FieldsUnless, nothingChanged } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { FieldPair, Section, SubSection } from '#web/ui/form/section.tsx'
import { PreviewButton } from './preview-button.tsx'
import { usePlaceholders } from './placeholders.ts'
import type { GreetingForm } from './use-greeting-form.ts'
import './greeting-section.css'

const purposes: Record<GreetingKind, string> = {
  welcome: 'Sent when a member joins',
  farewell: 'Sent when a member leaves',
}

/** Saves a section or a part of it; if the save is refused, focuses the first invalid field. */
export function SaveButton({
  form,
  dirty,
  save,
  children,
}: {
  form: GreetingForm
  dirty: boolean
  save(): Promise<boolean>
  children: string
}) {
  const press = async () => {
    if (!(await save())) void goToFirstInvalid(() => document.querySelector('form'))
  }
  return (
    <Button
      why={form.readOnly || (!dirty && nothingChanged)}
      busy={form.saving}
      busyLabel="Saving..."
      onClick={() => void press()}
    >
      {children}
    </Button>
  )
}

/** The placeholders in the insert menus. */
function useOffered({ guild }: GreetingForm) {
  return usePlaceholders(guild).groups.flatMap(({ placeholders }) => placeholders)
}

/** The best-known fields of the embed; the embed's own form has all of them. */
function EmbedFields({ form }: { form: GreetingForm }) {
  const offered = useOffered(form)
  const { part } = form
  const thumbnail = part('embed_thumbnail', 'Show member avatar as thumbnail')
  return (
    <>
      <FieldPair>
        <FormField of={part('embed_title', 'Title')} />
        <FormField of={part('embed_footer', 'Footer')} />
      </FieldPair>
      <TemplateArea of={part('embed_description', 'Description')} offered={offered} />
      <FormField of={part('embed_color', 'Color')} />
      <Checkbox {...thumbnail} help={undefined} value={thumbnail.value === true} />
    </>
  )
}

/** Where a greeting is sent, what it says and what its embed looks like. */
export function GreetingSection({ form }: { form: GreetingForm }) {
  const offered = useOffered(form)
  const { kind, part } = form
  const title = titles[kind]
  const master = part('enabled')
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
          <SaveButton form={form} dirty={form.dirty} save={form.submit}>{`Save ${title}`}</SaveButton>
        </>
      }
    >
      <FieldsUnless
        className="greeting-fields"
        why={master.value === true ? undefined : `Switch on ${title} Messages first.`}
      >
        <Findings guildId={form.guildId} feature="greetings" setting={`${kind}_channel`} />
        <FieldPair>
          <FormField of={part('channel', 'Channel')} guild={form.guild} none="No channel" />
          <FormField of={part('type', 'Send as')} />
        </FieldPair>
        <TemplateArea of={part('content', 'Message')} offered={offered} />
        <SubSection title="Embed">
          <EmbedFields form={form} />
        </SubSection>
      </FieldsUnless>
    </Section>
  )
}
