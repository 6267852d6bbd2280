import { Send } from 'lucide-react'
import { useId } from 'react'
import { type GreetingKind, titles } from '#features/greetings/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { GreetingForm } from './use-greeting-form.ts'
import { useGreetingPreview } from './use-greeting-preview.ts'

const happened: Record<GreetingKind, string> = { welcome: 'joined', farewell: 'left' }

/** Why a preview cannot be sent, or what sending one does. */
function explanation({ greeting, guild, dirty, kind, readOnly }: GreetingForm): string {
  if (readOnly) return 'Only people who can manage this page can send a preview.'
  if (!greeting.enabled) return `Switch on ${titles[kind]} Messages to send a preview.`
  if (greeting.channel === null) return 'Choose a channel to send a preview.'
  const channel = guild?.channels.find(({ id }) => id === greeting.channel)
  if (guild && !channel) return 'The channel no longer exists. Choose another one to send a preview.'
  const place = channel ? `#${channel.name}` : 'the channel'
  return dirty
    ? `Save first: ${place} gets what is saved, not what you are editing.`
    : `Posts it in ${place} as if you had just ${happened[kind]}.`
}

/** A button that posts a greeting to its channel; shows why it cannot, and the result. */
export function PreviewButton({ form, label }: { form: GreetingForm; label: string }) {
  const noteId = useId()
  const preview = useGreetingPreview(form.guildId, form.kind)
  const { enabled, channel } = form.greeting
  return (
    <>
      {preview.outcome && (
        <Banner
          tone={preview.outcome.tone}
          title={preview.outcome.title}
          of={preview.outcome}
          onClose={preview.dismiss}
          className="greeting-sent"
        />
      )}
      <p className="field-help" id={noteId}>
        {explanation(form)}
      </p>
      <Button
        icon={<Send aria-hidden />}
        why={form.readOnly || !enabled || channel === null}
        aria-describedby={noteId}
        busy={preview.sending}
        busyLabel="Sending..."
        onClick={preview.send}
      >
        {label}
      </Button>
    </>
  )
}
