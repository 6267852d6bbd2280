import { nameFills, type Panel } from '#features/tickets/panels/contract.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
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
  { value: 'everyone', label: 'The whole team can still write' },
  { value: 'read_only', label: 'Others on the team can only read' },
  { value: 'hidden', label: 'Others on the team can no longer see it' },
] as const

/** Who answers, what happens when, and the limits. */
export function TicketFields({
  editing,
  guild,
  disabled,
  others,
}: PanelFields & {
  /** Panels that this one can be joined to. */
  others: readonly Panel[]
}) {
  const { design, change, problems } = editing
  const bound = boundFields(editing, disabled)
  const roles = guild?.roles ?? []
  const roleList = (
    label: string,
    key: 'support_roles' | 'view_roles' | 'ping_roles' | 'required_roles',
    help?: string,
  ) => <RolesPicker {...bound(key)} label={label} help={help} roles={roles} guildId={guild?.id} />
  return (
    <>
      <FieldPair>
        <Select {...bound('kind')} label="A ticket is" options={kinds} />
        <TextInput
          {...bound('ticket_name_format')}
          label="Name of a ticket"
          help={`Placeholders: ${nameFills.map(name => `{${name}}`).join(', ')}`}
          max={80}
          warning={unknownWords(design.ticket_name_format, nameFills)}
        />
      </FieldPair>
      <SwitchField
        {...bound('support_team_view')}
        label="The support team sees its tickets"
        help="If off, only the roles below answer."
      />
      {roleList('Roles that answer', 'support_roles')}
      {roleList('Roles that only see', 'view_roles')}
      {roleList('Roles to ping', 'ping_roles', 'Once, in every new ticket.')}
      {roleList('Required roles', 'required_roles', 'Only members who have one may open a ticket here.')}
      <FieldPair>
        <NumberInput
          label="Open at once"
          name="max_open"
          help="Empty for the server’s limit per panel, 0 for any number."
          min={0}
          max={200}
          value={design.max_open ?? Number.NaN}
          onChange={most => change({ max_open: Number.isNaN(most) ? null : most })}
          error={problems['max_open']}
          disabled={disabled}
        />
        <NumberInput
          {...bound('max_duration')}
          label="Closed after"
          help="0 for never."
          unit="hours"
          min={0}
          max={8760}
        />
      </FieldPair>
      <Select {...bound('claim_visibility')} label="When somebody claims a ticket" options={claims} />
      <SwitchField {...bound('auto_claim')} label="The first to answer claims it" />
      <SwitchField {...bound('close_on_leave')} label="Close when its member leaves the server" />
      <SwitchField {...bound('transcript')} label="Keep a transcript" />
      <SwitchField {...bound('feedback')} label="Ask for a rating" />
      <SwitchField {...bound('auto_delete')} label="Delete closed tickets" />
      {design.auto_delete && (
        <NumberInput {...bound('auto_delete_time')} label="Deleted after" unit="minutes" min={1} max={43_200} />
      )}
      <Select
        label="Its button is"
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
          {...bound('offered_as')}
          label="Joined panels are"
          help="How other panels appear on this one’s message."
          options={offers}
        />
      )}
    </>
  )
}
