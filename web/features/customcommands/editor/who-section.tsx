import { longestWait } from '#features/customcommands/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
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

/** Text, announcement, voice, stage and forum channels, including their threads: wherever something can be typed. */
const typable = [0, 5, 2, 13, 15]

const ways = [
  { value: 'reply', label: 'Below what was typed' },
  { value: 'channel', label: 'In the channel' },
  { value: 'dm', label: 'In a direct message' },
] as const

/** How it answers, and its other effects. */
export function EffectsSection({ guildId, guild, editing, disabled }: Props) {
  const { design, change } = editing
  const bound = boundFields(editing, disabled)
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
        {...bound('deletes_call')}
        label="Delete what was typed"
        help="Only the answer stays in the channel. The bot needs Manage Messages."
      />
      <SwitchField
        {...bound('pings')}
        label="Ping those the text names"
        help="Roles, people and everyone, for as long as you may mention everyone yourself. Never those that a member types."
      />
      <FieldPair>
        <RolePicker
          {...bound('gives_role')}
          label="Give a role"
          none="No role"
          placeholder="No role"
          assignable
          roles={guild?.roles ?? []}
          guildId={guildId}
        />
        <RolePicker
          {...bound('takes_role')}
          label="Take a role"
          none="No role"
          placeholder="No role"
          takeable
          roles={guild?.roles ?? []}
          guildId={guildId}
        />
      </FieldPair>
    </Section>
  )
}

/** Who may use it, where and how often. */
export function WhoSection({ guildId, guild, editing, disabled }: Props) {
  const bound = boundFields(editing, disabled)
  const roles = { roles: guild?.roles ?? [], guildId, optional: true } as const
  const channels = {
    channels: guild?.channels ?? [],
    channelTypes: typable,
    optional: true,
  } as const
  const wait = { min: 0, max: longestWait, unit: 'seconds' } as const
  return (
    <Section title="Who, where, how often" purpose="Leave empty for everybody, everywhere.">
      <FieldPair>
        <RolesPicker {...roles} {...bound('allowed_roles')} label="Only with one of" placeholder="Everybody" />
        <RolesPicker {...roles} {...bound('denied_roles')} label="Not with" placeholder="No role" />
      </FieldPair>
      <FieldPair>
        <ChannelsPicker {...channels} {...bound('allowed_channels')} label="Only in" placeholder="Everywhere" />
        <ChannelsPicker {...channels} {...bound('denied_channels')} label="Not in" placeholder="No channel" />
      </FieldPair>
      <FieldPair>
        <NumberInput {...wait} {...bound('member_wait')} label="Wait for each member" />
        <NumberInput {...wait} {...bound('shared_wait')} label="Wait in each channel" />
      </FieldPair>
    </Section>
  )
}
