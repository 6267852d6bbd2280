import type { ReactNode } from 'react'
import { type FieldMeta, tidyColour } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { ColourInput } from '#web/ui/form/colour-input.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { ChannelPicker, ChannelsPicker, RolePicker, RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import type { Binding } from './binding.ts'
import { unknownWords } from './unknown-words.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const idOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const ids = (value: unknown): string[] => (Array.isArray(value) ? value.filter(id => typeof id === 'string') : [])

interface Guild {
  /** Needed by pickers of channels and roles: `form.guild`. */
  guild?: GuildCore | undefined
  /** What a picker offers for "no channel" or "no role"; such a setting must allow null. */
  none?: string
  /**
   * Whether channels that the bot cannot write in are disabled; by default true for a single channel, false for lists.
   */
  mustWrite?: boolean
}

const controls: Record<FieldMeta['control'], (of: Binding<unknown>, guild: Guild) => ReactNode> = {
  toggle: of => <SwitchField {...of} value={of.value === true} />,
  text: of => <TextInput {...of} value={text(of.value)} warning={unknownWords(text(of.value), of.fills)} />,
  url: of => <TextInput {...of} type="url" value={text(of.value)} />,
  message: of => <TextArea {...of} value={text(of.value)} warning={unknownWords(text(of.value), of.fills)} />,
  number: of => <NumberInput {...of} value={typeof of.value === 'number' ? of.value : Number.NaN} />,
  choice: of => <Select {...of} options={of.options ?? []} value={text(of.value)} />,
  colour: of => <ColourInput {...of} value={text(of.value)} tidy={tidyColour} />,
  channel: (of, { guild, none, mustWrite }) => (
    <ChannelPicker {...of} {...{ none, mustWrite }} channels={guild?.channels ?? []} value={idOrNull(of.value)} />
  ),
  channels: (of, { guild, mustWrite }) => (
    <ChannelsPicker {...of} mustWrite={mustWrite} channels={guild?.channels ?? []} value={ids(of.value)} />
  ),
  role: (of, { guild, none }) => (
    <RolePicker {...of} none={none} roles={guild?.roles ?? []} guildId={guild?.id} value={idOrNull(of.value)} />
  ),
  drawn: () => undefined,
  roles: (of, { guild }) => (
    <RolesPicker {...of} roles={guild?.roles ?? []} guildId={guild?.id} value={ids(of.value)} />
  ),
}

/**
 * A field with the control that its contract names. For another control (a slider, a segment), a page spreads the
 * binding on that instead.
 */
export function FormField({ of, ...guild }: Guild & { of: Binding<unknown> }) {
  return controls[of.control](of, guild)
}
