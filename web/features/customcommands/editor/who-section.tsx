import { longestWait } from '#features/customcommands/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { ChannelsPicker, RolePicker, RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { RadioGroup } from '#web/ui/form/radio.tsx'
import { FieldPair, Section } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import type { CommandEditing } from './use-command-editor.ts'

interface Props {
  guildId: string
  guild: GuildCore | undefined
  editing: CommandEditing
  disabled: boolean
}

/** Text, announcements, voice, stages, forums, whose threads count as well: wherever something can be typed. */
const typable = [0, 5, 2, 13, 15]

const ways = [
  { value: 'reply', label: 'Below what was typed' },
  { value: 'channel', label: 'In the channel' },
  { value: 'dm', label: 'In a direct message' },
] as const

type Field = 'allowed_roles' | 'denied_roles' | 'allowed_channels' | 'denied_channels' | 'gives_role' | 'takes_role'

/** Why a field cannot be saved, or does not work as it is. */
const told = ({ problems, stored }: CommandEditing, key: Field): string | undefined =>
  problems[key] ?? stored?.problems.find(({ field }) => field === key)?.sentence

/** How it answers, and what else happens. */
export function EffectsSection({ guildId, guild, editing, disabled }: Props) {
  const { design, change, problems } = editing
  return (
    <Section title="How it answers" purpose="And what else happens">
      <RadioGroup
        label="Where it answers"
        value={design.sends}
        onChange={sends => change({ sends })}
        options={ways}
        disabled={disabled}
      />
      <SwitchField
        label="Delete what was typed"
        help="The answer then stands on its own. The bot needs Manage Messages."
        value={design.deletes_call}
        onChange={deletes_call => change({ deletes_call })}
        disabled={disabled}
      />
      <SwitchField
        label="Ping whom the text names"
        name="pings"
        help="Roles, people and everyone, for as long as you may mention everyone yourself. Never whom somebody types."
        value={design.pings}
        onChange={pings => change({ pings })}
        error={problems['pings']}
        disabled={disabled}
      />
      <FieldPair>
        <RolePicker
          label="Give a role"
          name="gives_role"
          none="No role"
          placeholder="No role"
          assignable
          roles={guild?.roles ?? []}
          guildId={guildId}
          value={design.gives_role}
          onChange={gives_role => change({ gives_role })}
          error={told(editing, 'gives_role')}
          disabled={disabled}
        />
        <RolePicker
          label="Take a role"
          name="takes_role"
          none="No role"
          placeholder="No role"
          roles={guild?.roles ?? []}
          guildId={guildId}
          value={design.takes_role}
          onChange={takes_role => change({ takes_role })}
          error={told(editing, 'takes_role')}
          disabled={disabled}
        />
      </FieldPair>
    </Section>
  )
}

/** Who may use it, where and how often. */
export function WhoSection({ guildId, guild, editing, disabled }: Props) {
  const { design, change, problems } = editing
  const roles = { roles: guild?.roles ?? [], guildId, optional: true, disabled } as const
  const channels = {
    channels: guild?.channels ?? [],
    channelTypes: typable,
    optional: true,
    disabled,
  } as const
  const wait = { min: 0, max: longestWait, unit: 'seconds', disabled } as const
  return (
    <Section title="Who, where, how often" purpose="Leave empty for everybody, everywhere">
      <FieldPair>
        <RolesPicker
          {...roles}
          name="allowed_roles"
          label="Only with one of"
          placeholder="Everybody"
          value={design.allowed_roles}
          onChange={allowed_roles => change({ allowed_roles })}
          error={told(editing, 'allowed_roles')}
        />
        <RolesPicker
          {...roles}
          name="denied_roles"
          label="Not with"
          placeholder="No role"
          value={design.denied_roles}
          onChange={denied_roles => change({ denied_roles })}
          error={told(editing, 'denied_roles')}
        />
      </FieldPair>
      <FieldPair>
        <ChannelsPicker
          {...channels}
          name="allowed_channels"
          label="Only in"
          placeholder="Everywhere"
          value={design.allowed_channels}
          onChange={allowed_channels => change({ allowed_channels })}
          error={told(editing, 'allowed_channels')}
        />
        <ChannelsPicker
          {...channels}
          name="denied_channels"
          label="Not in"
          placeholder="No channel"
          value={design.denied_channels}
          onChange={denied_channels => change({ denied_channels })}
          error={told(editing, 'denied_channels')}
        />
      </FieldPair>
      <FieldPair>
        <NumberInput
          {...wait}
          name="member_wait"
          label="Wait for each member"
          value={design.member_wait}
          onChange={member_wait => change({ member_wait })}
          error={problems['member_wait']}
        />
        <NumberInput
          {...wait}
          name="shared_wait"
          label="Wait in each channel"
          value={design.shared_wait}
          onChange={shared_wait => change({ shared_wait })}
          error={problems['shared_wait']}
        />
      </FieldPair>
    </Section>
  )
}
