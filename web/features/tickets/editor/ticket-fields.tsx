import { nameFills, type Panel } from '#features/tickets/panels/contract.ts'
import { unknownWords } from '#web/app/settings-form/unknown-words.ts'
import { Select } from '#web/ui/form/combobox.tsx'
import { RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { PanelFields } from './basic-fields.tsx'

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

/** Who answers, what happens when, how many. */
export function TicketFields({
  editing: { design, change, problems },
  guild,
  disabled,
  others,
}: PanelFields & {
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
      name={key}
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
          name="kind"
          options={kinds}
          value={design.kind}
          onChange={kind => change({ kind })}
          disabled={disabled}
        />
        <TextInput
          label="Name of a ticket"
          name="ticket_name_format"
          help={`Placeholders: ${nameFills.map(name => `{${name}}`).join(', ')}`}
          max={80}
          value={design.ticket_name_format}
          onChange={format => change({ ticket_name_format: format })}
          error={problems['ticket_name_format']}
          warning={unknownWords(design.ticket_name_format, nameFills)}
          disabled={disabled}
        />
      </FieldPair>
      <SwitchField
        label="The support team sees its tickets"
        name="support_team_view"
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
          name="max_open"
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
          name="max_duration"
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
        name="claim_visibility"
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
        name="transcript"
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
          name="auto_delete_time"
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
        name="joined_to"
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
