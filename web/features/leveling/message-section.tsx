import { Send } from 'lucide-react'
import leveling from '#features/leveling/contract.ts'
import { Findings } from '#web/app/slots.tsx'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldPair, Section } from '#web/ui/form/section.tsx'
import { useLevelPreview } from './use-level-preview.ts'
import type { ProgressionForm } from './use-progression-form.ts'

/** The message about a new level, and where it is posted. */
export function MessageSection({ form }: { form: ProgressionForm }) {
  const { levelupMessage: message, levelupChannel: channel } = form.values
  const preview = useLevelPreview(form.guildId, message, channel)
  return (
    <Section
      title="Level-up message"
      purpose="Posted when a member reaches a level"
      foot={
        <>
          <p className="field-help">The preview is sent to the channel above, as it is typed, for level 5.</p>
          <Button icon={<Send aria-hidden />} busy={preview.sending} busyLabel="Sending..." onClick={preview.send}>
            Preview
          </Button>
        </>
      }
    >
      {preview.outcome && (
        <Banner
          tone={preview.outcome.tone}
          title={preview.outcome.title}
          of={preview.outcome}
          onClose={preview.dismiss}
        />
      )}
      <Findings guildId={form.guildId} feature={leveling.name} setting="levelupChannel" />
      <FormField of={form.field('levelupMessage')} />
      <FieldPair>
        <FormField of={form.field('levelupChannel')} guild={form.guild} none="Where the XP was earned" />
        <FormField of={form.field('announce')} />
      </FieldPair>
    </Section>
  )
}
