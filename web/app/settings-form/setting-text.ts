import type { FieldMeta } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { valueText } from '../history/history-text.ts'

/** An entry of a list, whole: all that it says, with names in place of ids. */
export function entryText(entry: unknown, { control }: FieldMeta, guild: GuildCore | undefined): string {
  const channel = (id: unknown) => guild?.channels.find(one => one.id === id)?.name
  const role = (id: unknown) => guild?.roles.find(one => one.id === id)?.name
  const told = (value: unknown): string => {
    const [inChannel, ofRole] = [channel(value), role(value)]
    if (inChannel !== undefined) return `#${inChannel}`
    if (ofRole !== undefined) return `@${ofRole}`
    if (typeof value === 'string' && /^\d{17,20}$/.test(value)) return 'one that is gone'
    if (typeof value === 'object' && value !== null) return Object.values(value).map(told).join(', ')
    return typeof value === 'string' ? value : valueText(value)
  }
  const isId = control === 'channels' || control === 'roles'
  return isId && channel(entry) === undefined && role(entry) === undefined ? 'one that is gone' : told(entry)
}

/** A setting's value as people know it, whole: names in place of ids, a choice by its label, a number with its unit. */
export function settingText(value: unknown, meta: FieldMeta, guild: GuildCore | undefined): string {
  const { control, options, unit } = meta
  const named = (sign: string, known: readonly { id: string; name: string }[] = []) => {
    const name = known.find(({ id }) => id === value)?.name
    return name === undefined ? 'one that is gone' : `${sign}${name}`
  }
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.map(entry => entryText(entry, meta, guild)).join(', ') || 'none'
  if (control === 'channel') return named('#', guild?.channels)
  if (control === 'role') return named('@', guild?.roles)
  if (typeof value === 'number' && unit !== undefined) return `${value} ${unit}`
  return (
    options?.find(option => option.value === value)?.label ?? (typeof value === 'string' ? value : valueText(value))
  )
}
