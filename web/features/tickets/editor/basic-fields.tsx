import { useParams } from '@tanstack/react-router'
import { tidyColour } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { colourPresets } from '#features/tickets/panels/contract.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
import { EmojiInput } from '#web/app/message/pickers/emoji-input.tsx'
import { ColourInput } from '#web/ui/form/colour-input.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { ChannelPicker, ChannelsPicker } from '#web/ui/form/guild-pickers.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { Questions } from './questions.tsx'
import type { PanelEditing } from './use-panel-editor.ts'

const styles = [
  { value: 'primary', label: 'Blurple' },
  { value: 'secondary', label: 'Gray' },
  { value: 'success', label: 'Green' },
  { value: 'danger', label: 'Red' },
] as const

export interface PanelFields {
  editing: PanelEditing
  guild: GuildCore | undefined
  disabled: boolean
}

/** What most panels need: the channel, the text, the button and the questions. */
export function BasicFields({ editing, guild, disabled }: PanelFields) {
  const { design, problems } = editing
  const bound = boundFields(editing, disabled)
  const channels = guild?.channels ?? []
  const questionsAtFault = Object.entries(problems).flatMap(([path, sentence]) =>
    path.startsWith('required_inputs') && sentence !== undefined ? [sentence] : [],
  )
  return (
    <>
      <TextInput {...bound('title')} label="Panel title" counter max={256} />
      <TextArea {...bound('description')} label="Description" max={4096} />
      <FieldPair>
        <ChannelPicker {...bound('channel_id')} label="Default channel" channels={channels} channelTypes={[0, 5]} />
        <ChannelsPicker
          {...bound('categories')}
          label="Open categories"
          placeholder="Those of the server"
          channels={channels}
          channelTypes={[4]}
          disabled={disabled || design.kind === 'thread'}
        />
      </FieldPair>
      <ColourInput {...bound('color')} label="Color" tidy={tidyColour} presets={colourPresets} />
      <ButtonFields editing={editing} disabled={disabled} />
      <Questions {...bound('required_inputs')} error={questionsAtFault.join(' ') || undefined} />
    </>
  )
}

/** The fields of the button that opens a ticket; also a tab of the embed editor. */
export function ButtonFields({
  editing,
  disabled,
}: {
  editing: Pick<PanelEditing, 'design' | 'change' | 'problems'>
  disabled: boolean
}) {
  const bound = boundFields(editing, disabled)
  const { guildId } = useParams({ strict: false })
  return (
    <div className="button-fields">
      <EmojiInput {...bound('button_emoji')} guildId={guildId} label="Emoji" />
      <TextInput {...bound('button_label')} label="Button label" counter max={80} />
      <Select {...bound('button_style')} label="Button color" options={styles} />
    </div>
  )
}
