import { commonNames, render, type TemplateValues } from '../../template.ts'
import type { MessageDraft } from '../contract.ts'

/** The length of a text as Discord counts it: in code points, without the white space around it. */
export const lengthOf = (text: string): number => [...text.trim()].length

/** Fills in placeholders in braces and changes nothing else: a backslash stays a backslash. */
export const fillText = (text: string, values: TemplateValues): string =>
  text.includes('{') ? text.replace(/\{[\w.:]{1,40}\}/g, placeholder => render(placeholder, values)) : text

/** Keys whose values are not texts of the message itself. */
const asTyped = new Set(['type', 'kind', 'id', 'filename', 'timestamp', 'answer', 'act', 'emoji'])

function filled(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map(one => filled(one, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, asTyped.has(key) ? inner : filled(inner, values)]),
  )
}

/**
 * The message with its placeholders filled in, ready to send. The answers of controls are left as they are: they are
 * filled in for the member who presses the control.
 */
export const fillMessage = (draft: MessageDraft, values: TemplateValues): MessageDraft =>
  // Still the same shape: texts were only replaced by texts.
  filled(draft, values) as MessageDraft

/** The placeholders about the server, available in every message. */
export const serverPlaceholders = [
  '{server.name}',
  '{server.members}',
  '{server.owner}',
  '{server.boosts}',
  '{server.boostTier}',
  '{server.id}',
  '{server.icon}',
] as const

/** Placeholders that are also available in a control's answer, about the member who pressed it. */
export const memberPlaceholders = [
  '{member.mention}',
  '{member.name}',
  '{member.tag}',
  '{member.id}',
  '{member.joinedAt}',
  '{member.createdAt}',
] as const

/** The members and roles that a text mentions. */
export interface Named {
  everyone: boolean
  roles: readonly string[]
  users: readonly string[]
}

/** Finds mentions in a text, in order of appearance; like Discord, it ignores code. */
export function namedIn(text: string): Named {
  const prose = text.replaceAll(/```[^]*?```|``[^]*?``|`[^`]*`/g, ' ')
  const roles = new Set<string>()
  const users = new Set<string>()
  for (const [, kind, id = ''] of prose.matchAll(/<@(!|&)?(\d{17,20})>/g)) (kind === '&' ? roles : users).add(id)
  return { everyone: /@(?:everyone|here)\b/.test(prose), roles: [...roles], users: [...users] }
}

const isOfServer = (name: string) => name.startsWith('server.')

/** The part of {@link commonValues} that every message can use: the values about the server. */
export const serverValues = (values: TemplateValues): TemplateValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isOfServer(name)))
export const serverNames: readonly string[] = commonNames.filter(isOfServer)
