import type { GuildCore } from '#kernel/contract.ts'
import { colourPresets } from '#features/tickets/panels/contract.ts'
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

/** What most panels need: where, what it says, its button, what is asked. */
export function BasicFields({ editing: { design, change, problems }, guild, disabled }: PanelFields) {
  const channels = guild?.channels ?? []
  const questionsAtFault = Object.entries(problems).flatMap(([path, sentence]) =>
    path.startsWith('required_inputs') && sentence !== undefined ? [sentence] : [],
  )
  return (
    <>
      <TextInput
        label="Title"
        name="title"
        counter
        max={256}
        value={design.title}
        onChange={title => change({ title })}
        error={problems['title']}
        disabled={disabled}
      />
      <TextArea
        label="Description"
        name="description"
        max={4096}
        value={design.description}
        onChange={description => change({ description })}
        error={problems['description']}
        disabled={disabled}
      />
      <FieldPair>
        <ChannelPicker
          label="Default channel"
          name="channel_id"
          channels={channels}
          channelTypes={[0, 5]}
          value={design.channel_id}
          onChange={channel => change({ channel_id: channel })}
          error={problems['channel_id']}
          disabled={disabled}
        />
        <ChannelsPicker
          label="Open categories"
          name="categories"
          placeholder="Those of the server"
          channels={channels}
          channelTypes={[4]}
          value={design.categories}
          onChange={categories => change({ categories })}
          error={problems['categories']}
          disabled={disabled || design.kind === 'thread'}
        />
      </FieldPair>
      <ColourInput
        label="Color"
        name="color"
        presets={colourPresets}
        value={design.color}
        onChange={color => change({ color })}
        error={problems['color']}
        disabled={disabled}
      />
      <ButtonFields editing={{ design, change, problems }} disabled={disabled} />
      <Questions
        value={design.required_inputs}
        onChange={questions => change({ required_inputs: questions })}
        disabled={disabled}
        error={questionsAtFault.join(' ') || undefined}
      />
    </>
  )
}

/** The button that opens a ticket; also a tab of the embed editor. */
export function ButtonFields({
  editing: { design, change, problems },
  disabled,
}: {
  editing: Pick<PanelEditing, 'design' | 'change' | 'problems'>
  disabled: boolean
}) {
  return (
    <div className="button-fields">
      <TextInput
        label="Emoji"
        name="button_emoji"
        value={design.button_emoji}
        onChange={emoji => change({ button_emoji: emoji })}
        error={problems['button_emoji']}
        disabled={disabled}
      />
      <TextInput
        label="Button label"
        name="button_label"
        counter
        max={80}
        value={design.button_label}
        onChange={label => change({ button_label: label })}
        error={problems['button_label']}
        disabled={disabled}
      />
      <Select
        label="Button color"
        options={styles}
        value={design.button_style}
        onChange={style => change({ button_style: style })}
        disabled={disabled}
      />
    </div>
  )
}
