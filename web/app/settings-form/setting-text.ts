import type { FieldMeta } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { signedChannelIn, signedRoleIn } from '../guild-names.ts'
import { valueText } from '../history/history-text.ts'

/** An entry of a list as full text, with names in place of ids. */
export function entryText(entry: unknown, { control }: FieldMeta, guild: GuildCore | undefined): string {
  const told = (value: unknown): string => {
    if (guild?.channels.some(({ id }) => id === value)) return signedChannelIn(guild, value)
    if (guild?.roles.some(({ id }) => id === value)) return signedRoleIn(guild, value)
    if (typeof value === 'string' && /^\d{17,20}$/.test(value)) return 'one that no longer exists'
    if (typeof value === 'object' && value !== null) return Object.values(value).map(told).join(', ')
    return typeof value === 'string' ? value : valueText(value)
  }
  if (control === 'channels') return signedChannelIn(guild, entry)
  return control === 'roles' ? signedRoleIn(guild, entry) : told(entry)
}

/** A setting's value as full text: names in place of ids, a choice by its label, a number with its unit. */
export function settingText(value: unknown, meta: FieldMeta, guild: GuildCore | undefined): string {
  const { control, options, unit } = meta
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.map(entry => entryText(entry, meta, guild)).join(', ') || 'none'
  if (control === 'channel') return signedChannelIn(guild, value)
  if (control === 'role') return signedRoleIn(guild, value)
  if (typeof value === 'number' && unit !== undefined) return `${value} ${unit}`
  return (
    options?.find(option => option.value === value)?.label ?? (typeof value === 'string' ? value : valueText(value))
  )
}
