import { z } from 'zod'
import { isRecord } from '#contract'
import { type Fault, parseWithLines } from '../../../json-with-lines/contract.ts'
import { component } from '../../components/contract.ts'
import { embed, type MessageDraft, messageDraft } from '../../contract.ts'
import { leftOutOf } from '../left-out/contract.ts'
import { messageFlags } from '../writing/contract.ts'

/** A message that was read from JSON. */
interface ReadMessage {
  /** Empty if it has none. */
  name: string
  draft: MessageDraft
  /** The name and avatar to send it under, if the JSON specifies them. */
  sender: { name: string; avatar_url: string } | undefined
  /** The names of parts of the JSON that a message here cannot hold. */
  leftOut: readonly string[]
}

export type ReadJson = { messages: readonly ReadMessage[] } | { fault: Fault }

/** Other programs write null for an absent value. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}

const posted = z.object({
  content: messageDraft.shape.content,
  embeds: messageDraft.shape.embeds,
  components: z.array(component).max(60, 'At most 60 components are kept.').default([]),
  flags: z.int().min(0).default(0),
  username: z.string().max(200).default(''),
  avatar_url: z.string().max(4000).default(''),
})

const isLayout = ({ flags }: { flags: number }) => (flags & messageFlags.componentsV2) !== 0

/** A Components V2 message may not also have content or embeds. */
const held = (read: z.output<typeof posted>) => {
  const { content: _content, embeds: _embeds, ...layout } = read
  return isLayout(read) ? layout : read
}

function draftOf(read: z.output<typeof posted>): MessageDraft {
  const { content, embeds, components, flags } = read
  const has = (flag: number) => (flags & flag) !== 0
  const isV2 = isLayout(read)
  return messageDraft.parse({
    kind: isV2 ? 'components' : 'embeds',
    content: isV2 ? '' : content,
    embeds: isV2 ? [] : embeds,
    [isV2 ? 'layout' : 'components']: components,
    suppress_embeds: has(messageFlags.suppressEmbeds),
    silent: has(messageFlags.silent),
  })
}

interface Found {
  path: PropertyKey[]
  name: string
  value: unknown
}

const messageKeys = ['content', 'embeds', 'components', 'flags', 'username', 'avatar_url']
const embedKeys = Object.keys(embed.shape)
const nameIn = (value: unknown): string => (isRecord(value) && typeof value['name'] === 'string' ? value['name'] : '')

/** The messages in a list, each bare or inside `data`. */
const listed = (list: unknown, path: PropertyKey[], name = ''): Found[] =>
  Array.isArray(list)
    ? list.map((one: unknown, place) =>
        isRecord(one) && isRecord(one['data'])
          ? { path: [...path, place, 'data'], name: nameIn(one) || name, value: one['data'] }
          : { path: [...path, place], name, value: one },
      )
    : []

/**
 * Finds messages in every current and former format of Discohook and of other programs: whole messages, or bare embeds.
 */
function messagesIn(value: unknown): Found[] {
  if (Array.isArray(value)) return [{ path: [], name: '', value: { embeds: value } }]
  if (!isRecord(value)) return []
  if (Array.isArray(value['backups']))
    return value['backups'].flatMap((backup: unknown, place) => {
      if (!isRecord(backup)) return []
      const path = ['backups', place]
      return isRecord(backup['message'])
        ? [{ path: [...path, 'message'], name: nameIn(backup), value: backup['message'] }]
        : listed(backup['messages'], [...path, 'messages'], nameIn(backup))
    })
  if (Array.isArray(value['messages'])) return listed(value['messages'], ['messages'], nameIn(value))
  if (isRecord(value['message'])) return [{ path: ['message'], name: nameIn(value), value: value['message'] }]
  if (isRecord(value['data'])) return [{ path: ['data'], name: nameIn(value), value: value['data'] }]
  if (messageKeys.some(key => key in value)) return [{ path: [], name: '', value }]
  return embedKeys.some(key => key in value) ? [{ path: [], name: '', value: { embeds: [value] } }] : []
}

const words: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** A sentence that says what is wrong with a value. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `This must be ${words[issue.expected] ?? issue.expected}.`
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'type') return 'No component of this type can stand here.'
  if (issue.code === 'invalid_union') return 'This must be an object with a type that is known here.'
  if (issue.code === 'too_big' && issue.origin === 'number') return `This can be at most ${issue.maximum}.`
  if (issue.code === 'too_small' && issue.origin === 'number') return `This must be at least ${issue.minimum}.`
  if (issue.code === 'invalid_format') return 'This must be an ID: 17 to 20 digits.'
  return issue.message
}

const notFound =
  'There is no message in this. Paste a message from Discord or Discohook, or an embed: an object in { }.'
const shared =
  'A share link leads to data that Discohook keeps for a while. Open it, choose JSON Data Editor, and paste that here.'

/** The JSON inside a link that contains a message. */
function jsonOf(text: string): { text: string } | { fault: Fault } {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return { text }
  const { searchParams } = new URL(trimmed)
  const data = searchParams.get('data')
  if (data === null) return { fault: { line: 1, path: '', sentence: searchParams.has('share') ? shared : notFound } }
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), one => one.codePointAt(0) ?? 0)
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { fault: { line: 1, path: 'data', sentence: 'This link is broken: what it carries cannot be read.' } }
  }
}

/**
 * Reads what people paste: a message as JSON, in Discohook's formats too, or a link that contains one. Webhooks that
 * Discohook saves along with it are ignored: their URLs are secrets.
 * @returns the messages in it, or where the first error is
 */
export function readJson(pasted: string): ReadJson {
  const json = jsonOf(pasted)
  if ('fault' in json) return json
  const parsed = parseWithLines(json.text)
  if ('fault' in parsed) return parsed
  const found = messagesIn(parsed.value)
  if (found.length === 0) return { fault: { line: 1, path: '', sentence: notFound } }
  const messages: ReadMessage[] = []
  for (const { path, name, value } of found) {
    const given = withoutNulls(value)
    const result = posted.safeParse(given)
    const [issue] = result.error?.issues ?? []
    if (issue) {
      const at = [...path, ...issue.path]
      return { fault: { line: parsed.lineOf(at), path: issue.path.join('.'), sentence: sentenceOf(issue) } }
    }
    if (!result.data) continue
    const { username, avatar_url } = result.data
    const sender = username === '' ? undefined : { name: username, avatar_url }
    messages.push({ name, draft: draftOf(result.data), sender, leftOut: leftOutOf(given, held(result.data)) })
  }
  return { messages }
}

/**
 * Reads a message as Discord returns it, without the parts that a draft does not have. @returns undefined if it is not
 * a message
 */
export function draftFromDiscord(message: unknown): MessageDraft | undefined {
  const result = posted.safeParse(withoutNulls(message))
  return result.data && draftOf(result.data)
}
