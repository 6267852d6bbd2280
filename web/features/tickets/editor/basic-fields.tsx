import type { GuildCore } from '#kernel/contract.ts'
import { colourPresets, type Panel } from '#features/tickets/panels/contract.ts'
import { ColourInput } from '#web/ui/form/colour-input.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { ChannelPicker, ChannelsPicker, RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { Questions } from './questions.tsx'
import type { PanelEditing } from './use-panel-editor.ts'

export const presets = colourPresets.map(({ value }) => value)

const styles = [
  { value: 'primary', label: 'Blurple' },
  { value: 'secondary', label: 'Gray' },
  { value: 'success', label: 'Green' },
  { value: 'danger', label: 'Red' },
] as const

const kinds = [
  { value: 'channel', label: 'A channel' },
  { value: 'thread', label: 'A private thread' },
] as const

const offers = [
  { value: 'buttons', label: 'Buttons' },
  { value: 'select', label: 'A menu' },
] as const

const claims = [
  { value: 'everyone', label: 'The team goes on writing' },
  { value: 'read_only', label: 'Others of the team only read' },
  { value: 'hidden', label: 'Others of the team no longer see it' },
] as const

interface Fields {
  editing: PanelEditing
  guild: GuildCore | undefined
  disabled: boolean
}

/** What most panels need: where, what it says, its button, what is asked. */
export function BasicFields({ editing: { design, change, problems }, guild, disabled }: Fields) {
  const channels = guild?.channels ?? []
  const questionsAtFault = Object.entries(problems).flatMap(([path, sentence]) =>
    path.startsWith('required_inputs') && sentence !== undefined ? [sentence] : [],
  )
  return (
    <>
      <TextInput
        label="Title"
        counter
        max={256}
        value={design.title}
        onChange={title => change({ title })}
        error={problems['title']}
        disabled={disabled}
      />
      <TextArea
        label="Description"
        max={4096}
        value={design.description}
        onChange={description => change({ description })}
        error={problems['description']}
        disabled={disabled}
      />
      <FieldPair>
        <ChannelPicker
          label="Default channel"
          channels={channels}
          channelTypes={[0, 5]}
          value={design.channel_id}
          onChange={channel => change({ channel_id: channel })}
          error={problems['channel_id']}
          disabled={disabled}
        />
        <ChannelsPicker
          label="Open categories"
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
        presets={presets}
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
        value={design.button_emoji}
        onChange={emoji => change({ button_emoji: emoji })}
        error={problems['button_emoji']}
        disabled={disabled}
      />
      <TextInput
        label="Button label"
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

/** Who answers, what happens when, how many. */
export function TicketFields({
  editing: { design, change, problems },
  guild,
  disabled,
  others,
}: Fields & {
  /** Panels that this one can be joined to. */
  others: readonly Panel[]
}) {
  const roles = guild?.roles ?? []
  const roleList = (
    label: string,
    key: 'support_roles' | 'view_roles' | 'ping_roles' | 'required_roles',
    help?: string,
  ) => (
    <RolesPicker
      label={label}
      help={help}
      roles={roles}
      guildId={guild?.id}
      value={design[key]}
      onChange={ids => change({ [key]: ids })}
      error={problems[key]}
      disabled={disabled}
    />
  )
  return (
    <>
      <FieldPair>
        <Select
          label="A ticket is"
          options={kinds}
          value={design.kind}
          onChange={kind => change({ kind })}
          disabled={disabled}
        />
        <TextInput
          label="Name of a ticket"
          help="Placeholders: {number}, {username}, {panel}"
          max={80}
          value={design.ticket_name_format}
          onChange={format => change({ ticket_name_format: format })}
          error={problems['ticket_name_format']}
          disabled={disabled}
        />
      </FieldPair>
      <SwitchField
        label="The support team sees its tickets"
        help="Without, only the roles below answer."
        value={design.support_team_view}
        onChange={sees => change({ support_team_view: sees })}
        disabled={disabled}
      />
      {roleList('Roles that answer', 'support_roles')}
      {roleList('Roles that only see', 'view_roles')}
      {roleList('Roles to ping', 'ping_roles', 'Once, in every new ticket.')}
      {roleList('Required roles', 'required_roles', 'Only who has one may open a ticket here.')}
      <FieldPair>
        <NumberInput
          label="Open at once"
          help="Empty for the server’s limit of a panel, 0 for any number."
          min={0}
          max={200}
          value={design.max_open ?? Number.NaN}
          onChange={most => change({ max_open: Number.isNaN(most) ? null : most })}
          error={problems['max_open']}
          disabled={disabled}
        />
        <NumberInput
          label="Closed after"
          help="0 for never."
          unit="hours"
          min={0}
          max={8760}
          value={design.max_duration}
          onChange={duration => change({ max_duration: duration })}
          error={problems['max_duration']}
          disabled={disabled}
        />
      </FieldPair>
      <Select
        label="When somebody claims a ticket"
        options={claims}
        value={design.claim_visibility}
        onChange={visibility => change({ claim_visibility: visibility })}
        disabled={disabled}
      />
      <SwitchField
        label="The first to answer claims it"
        value={design.auto_claim}
        onChange={claims_ => change({ auto_claim: claims_ })}
        disabled={disabled}
      />
      <SwitchField
        label="Close when its member leaves the server"
        value={design.close_on_leave}
        onChange={closes => change({ close_on_leave: closes })}
        disabled={disabled}
      />
      <SwitchField
        label="Keep a transcript"
        value={design.transcript}
        onChange={transcript => change({ transcript })}
        disabled={disabled}
      />
      <SwitchField
        label="Ask for a rating"
        value={design.feedback}
        onChange={feedback => change({ feedback })}
        disabled={disabled}
      />
      <SwitchField
        label="Delete closed tickets"
        value={design.auto_delete}
        onChange={deletes => change({ auto_delete: deletes })}
        disabled={disabled}
      />
      {design.auto_delete && (
        <NumberInput
          label="Deleted after"
          unit="minutes"
          min={1}
          max={43_200}
          value={design.auto_delete_time}
          onChange={time => change({ auto_delete_time: time })}
          error={problems['auto_delete_time']}
          disabled={disabled}
        />
      )}
      <Select
        label="Its button stands"
        options={[
          { value: '', label: 'On a message of its own' },
          ...others.map(({ id, title }) => ({ value: id, label: `On the message of ${title}` })),
        ]}
        value={design.joined_to ?? ''}
        onChange={id => change({ joined_to: id === '' ? null : id })}
        error={problems['joined_to']}
        disabled={disabled}
      />
      {design.joined_to === null && (
        <Select
          label="Joined panels are"
          help="Where the buttons of other panels stand on this one’s message."
          options={offers}
          value={design.offered_as}
          onChange={offered => change({ offered_as: offered })}
          disabled={disabled}
        />
      )}
    </>
  )
}
