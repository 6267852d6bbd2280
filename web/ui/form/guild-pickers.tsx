import type { ChoiceGroup } from './choices.ts'
import { Combobox, ComboboxMany } from './combobox.tsx'
import type { FieldProps } from './field.tsx'
import {
  type ChannelEntry,
  groupChannels,
  listRoles,
  missingChannel,
  missingRole,
  offered,
  type RoleEntry,
  type RoleUse,
} from './guild-choices.tsx'

interface One extends FieldProps {
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  /** The text of the entry that clears the choice; without it, a choice cannot be cleared. */
  none?: string | undefined
}
interface Many extends FieldProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
}
interface OfChannels {
  channels: readonly ChannelEntry[]
  /** Discord channel types that can be chosen; text channels by default. */
  channelTypes?: readonly number[] | undefined
  /** False if the bot only needs to know the channel (lists of exempt channels). */
  mustWrite?: boolean | undefined
}
interface OfRoles {
  roles: readonly RoleEntry[]
  /** The guild's id, which is also that of @everyone, to leave that role out. */
  guildId?: string | undefined
  /** Whether the bot will give the role: managed roles and those too high are then disabled, with the reason. */
  assignable?: boolean | undefined
  /** Likewise, if the bot will take the role. */
  takeable?: boolean | undefined
}

const useOf = ({ assignable, takeable }: Pick<OfRoles, 'assignable' | 'takeable'>): RoleUse | undefined =>
  assignable ? 'give' : takeable ? 'take' : undefined

const noChannels = 'No text channels available. Make sure the bot has permission to view channels'

/** Why a list of channels is empty. @param known all channels of the server */
const noChannel = (known: readonly ChannelEntry[], groups: readonly ChoiceGroup[]): string =>
  known.length === 0
    ? noChannels
    : groups.every(({ choices }) => choices.length === 0)
      ? 'This server has no channel of the required kind.'
      : 'No channel has that name.'

/** Why a list of roles is empty. */
const noRole = (groups: readonly ChoiceGroup[]): string =>
  groups.every(({ choices }) => choices.length === 0) ? 'No roles found' : 'No role has that name.'

/** A picker for one channel, by category and kind; channels that the bot cannot use say why. */
export function ChannelPicker({ channels, channelTypes, mustWrite = true, ...rest }: One & OfChannels) {
  const groups = groupChannels(offered(channels, [rest.value].flat()), channelTypes, mustWrite)
  return (
    <Combobox
      placeholder="Choose a channel"
      {...rest}
      groups={groups}
      search="Search channels"
      empty={noChannel(channels, groups)}
      missing={missingChannel}
    />
  )
}

export function ChannelsPicker({ channels, channelTypes, mustWrite = false, ...rest }: Many & OfChannels) {
  const groups = groupChannels(offered(channels, [rest.value].flat()), channelTypes, mustWrite)
  return (
    <ComboboxMany
      placeholder="Choose channels"
      {...rest}
      groups={groups}
      search="Search channels"
      empty={noChannel(channels, groups)}
      missing={missingChannel}
    />
  )
}

/** A picker for one role, highest first, with its color; those that the bot cannot give or take say why, at the end. */
export function RolePicker({ roles, guildId, assignable, takeable, ...rest }: One & OfRoles) {
  const groups = listRoles(roles, guildId, useOf({ assignable, takeable }))
  return (
    <Combobox
      placeholder="Choose a role"
      {...rest}
      groups={groups}
      search="Search roles"
      empty={noRole(groups)}
      missing={missingRole}
    />
  )
}

export function RolesPicker({ roles, guildId, assignable, takeable, ...rest }: Many & OfRoles) {
  const groups = listRoles(roles, guildId, useOf({ assignable, takeable }))
  return (
    <ComboboxMany
      placeholder="Choose roles"
      {...rest}
      groups={groups}
      search="Search roles"
      empty={noRole(groups)}
      missing={missingRole}
    />
  )
}
