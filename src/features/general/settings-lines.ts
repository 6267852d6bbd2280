import { z } from 'zod'
import { type Contract, type FieldMeta, describeField, titleOf } from '#contract'
import { cut, inert } from '#kernel/template.ts'

const longestValue = 120

const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `\`${inert(cut(text, longestValue)).replaceAll('`', 'ˋ').replaceAll('\n', ' ')}\``
}

const mentioned = (value: unknown, sign: '#' | '@&'): string =>
  (Array.isArray(value) ? value : [value]).map(id => `<${sign}${String(id)}>`).join(' ')

function shown(value: unknown, control: FieldMeta['control'] | undefined): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return 'not set'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (control === 'channel' || control === 'channels') return mentioned(value, '#')
  if (control === 'role' || control === 'roles') return mentioned(value, '@&')
  return typeof value === 'number' ? String(value) : quoted(value)
}

/** A feature's settings, one line each, as they can be shown in a chat. */
export function settingsLines(contract: Contract, settings: Record<string, unknown>): string[] {
  return Object.entries(contract.settings.shape).map(([key, schema]) => {
    const field = schema instanceof z.ZodType ? schema : undefined
    const control = field && describeField(field)?.control
    return `**${(field && titleOf(field)) ?? key}**: ${shown(settings[key], control)}`
  })
}
