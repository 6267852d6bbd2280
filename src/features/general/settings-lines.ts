import type { Guild } from 'discord.js'
import { z } from 'zod'
import { type Contract, type FieldMeta, describeField, titleOf } from '#contract'
import { shownChannel, shownRole } from '#kit/channel-or-role.ts'
import { formatCount } from '#kit/numbers.ts'
import { cut, inert } from '#kit/template.ts'

const longestValue = 120

const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `\`${inert(cut(text, longestValue)).replaceAll('`', 'ˋ').replaceAll('\n', ' ')}\``
}

const named = (value: unknown, name: (id: string) => string): string =>
  (Array.isArray(value) ? value : [value]).map(id => name(String(id))).join(' ')

/** A list or record without entries. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const entries = (count: number) => formatCount(count, 'entry', 'entries')

function shown(value: unknown, field: FieldMeta | undefined, guild: Guild): string {
  const { control, unit, options } = field ?? {}
  if (value === null || value === undefined || value === '' || isEmpty(value)) return 'not set'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (control === 'channel' || control === 'channels') return named(value, id => shownChannel(guild, id))
  if (control === 'role' || control === 'roles') return named(value, id => shownRole(guild, id))
  if (typeof value === 'number')
    return unit === undefined || unit === '%' ? `${value}${unit ?? ''}` : `${value} ${unit}`
  const chosen = options?.find(option => option.value === value)
  if (chosen) return inert(chosen.label)
  if (typeof value === 'object' && !Array.isArray(value)) return entries(Object.keys(value).length)
  if (!Array.isArray(value)) return quoted(value)
  if (value.every(one => typeof one === 'string')) return quoted(value.join(', '))
  return entries(value.length)
}

/** A feature's settings, one line each, as they can be shown in a chat. */
export function settingsLines(guild: Guild, contract: Contract, settings: Record<string, unknown>): string[] {
  return Object.entries(contract.settings.shape).map(([key, schema]) => {
    const field = schema instanceof z.ZodType ? schema : undefined
    return `**${(field && titleOf(field)) ?? key}**: ${shown(settings[key], field && describeField(field), guild)}`
  })
}
