import { commonNames, render, type TemplateValues } from '../../template.ts'
import type { MessageDraft } from '../contract.ts'

/** How Discord counts a text: in code points, without the white space around it. */
export const lengthOf = (text: string): number => [...text.trim()].length

/** Fills what stands in braces and nothing else: a backslash stays a backslash. */
export const fillText = (text: string, values: TemplateValues): string =>
  text.includes('{') ? text.replace(/\{[\w.:]{1,40}\}/g, placeholder => render(placeholder, values)) : text

/** Keys whose texts are no text of the message's own. */
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
 * The message with its placeholders filled, as it is sent. What a control answers is filled for whoever presses it, and
 * stays as it is.
 */
export const fillMessage = (draft: MessageDraft, values: TemplateValues): MessageDraft =>
  // The same shape: only texts were replaced, by texts.
  filled(draft, values) as MessageDraft

/** Those of the server that every message knows. */
export const serverPlaceholders = [
  '{server.name}',
  '{server.members}',
  '{server.owner}',
  '{server.boosts}',
  '{server.boostTier}',
  '{server.id}',
  '{server.icon}',
] as const

/** What a control's answer knows besides: whoever pressed it. */
export const memberPlaceholders = [
  '{member.mention}',
  '{member.name}',
  '{member.tag}',
  '{member.id}',
  '{member.joinedAt}',
  '{member.createdAt}',
] as const

/** Whom the text of a message names. */
export interface Named {
  everyone: boolean
  roles: readonly string[]
  users: readonly string[]
}

/** Whom a text names, in order of appearance: code is not searched, as at Discord. */
export function namedIn(text: string): Named {
  const prose = text.replaceAll(/```[^]*?```|``[^]*?``|`[^`]*`/g, ' ')
  const roles = new Set<string>()
  const users = new Set<string>()
  for (const [, kind, id = ''] of prose.matchAll(/<@(!|&)?(\d{17,20})>/g)) (kind === '&' ? roles : users).add(id)
  return { everyone: /@(?:everyone|here)\b/.test(prose), roles: [...roles], users: [...users] }
}

const isOfServer = (name: string) => name.startsWith('server.')

/** What every message knows, of {@link commonValues}: the server. */
export const serverValues = (values: TemplateValues): TemplateValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isOfServer(name)))
export const serverNames: readonly string[] = commonNames.filter(isOfServer)
