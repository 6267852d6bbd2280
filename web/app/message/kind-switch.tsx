import { useState } from 'react'
import type { MessageDraft } from '#kit/message/contract.ts'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { useOffered } from './editor/context.ts'

type Kind = MessageDraft['kind']

/** Switches between embeds and components. Asks first, and keeps the content of the other kind. */
export function KindSwitch({
  message: { kind, content, embeds, components, layout },
  sent,
  onChange,
}: {
  message: MessageDraft
  /** Whether Discord already has the message: components cannot become embeds again. */
  sent: boolean
  onChange: (kind: Kind) => void
}) {
  const { readOnly } = useOffered()
  const [asked, setAsked] = useState<Kind>()
  const isFilled = kind === 'embeds' ? content !== '' || embeds.length + components.length > 0 : layout.length > 0
  const turn = (next: Kind) => {
    if (next === kind) return
    if (isFilled) setAsked(next)
    else onChange(next)
  }
  return (
    <div className="builder-kind">
      <span className="field-label">Built from</span>
      <Segmented
        label="Built from"
        name="builder-kind"
        value={kind}
        onChange={turn}
        options={[
          { value: 'embeds', label: 'Embeds', disabled: readOnly || (sent && kind === 'components') },
          { value: 'components', label: 'Components', disabled: readOnly },
        ]}
      />
      <small>Components cannot be mixed with content or embeds.</small>
      {asked && (
        <ConfirmDialog
          open
          title={asked === 'components' ? 'Build it from components?' : 'Build it from embeds?'}
          action={asked === 'components' ? 'Use components' : 'Use embeds'}
          danger={false}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            onChange(asked)
            setAsked(undefined)
          }}
        >
          {asked === 'components'
            ? 'Content and embeds will not be sent. They stay in this draft, and come back when you switch again.'
            : 'The components will not be sent. They stay in this draft, and come back when you switch again.'}
        </ConfirmDialog>
      )}
    </div>
  )
}
