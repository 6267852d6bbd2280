import type { FieldMeta } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { valueText } from '../history/history-text.ts'

/** What an entry of a list is called: itself, or its first text, such as the pattern of a word. */
function nameOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  const [first] = typeof entry === 'object' && entry !== null ? Object.values(entry) : []
  return typeof first === 'string' && !/^\d{17,20}$/.test(first) ? first : undefined
}

/** A setting's value as people know it: names in place of ids, a choice by its label, a number with its unit. */
export function settingText(
  value: unknown,
  { control, options, unit }: FieldMeta,
  guild: GuildCore | undefined,
): string {
  const named = (sign: string, known: readonly { id: string; name: string }[] = []) => {
    const names = [value].flat().map(id => known.find(one => one.id === id)?.name)
    return names.length === 0 ? 'none' : names.map(name => (name ? `${sign}${name}` : 'one that is gone')).join(', ')
  }
  if (value === null || value === undefined || value === '') return 'none'
  if (control === 'channel' || control === 'channels') return named('#', guild?.channels)
  if (control === 'role' || control === 'roles') return named('@', guild?.roles)
  if (Array.isArray(value) && value.length > 0 && value.every(entry => nameOf(entry) !== undefined))
    return valueText(value.map(nameOf).join(', '))
  if (typeof value === 'number' && unit !== undefined) return `${value} ${unit}`
  return options?.find(option => option.value === value)?.label ?? valueText(value)
}
