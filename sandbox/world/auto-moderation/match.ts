import { RE2JS } from 're2js'
import { namedIn } from '../messages/mentions.ts'

/** The part of a text that triggered a rule, as AUTO_MODERATION_ACTION_EXECUTION shows it. */
export interface Match {
  /** The word, phrase or pattern of the rule; null for triggers that have none. */
  keyword: string | null
  /** The matching part of the text; null for triggers that judge the whole text. */
  content: string | null
}

const letter = /[\p{L}\p{N}_]/u
const opensWord = (text: string, at: number) => !letter.test(text.slice(0, at).at(-1) ?? ' ')
const endsWord = (text: string, at: number) => !letter.test(text.charAt(at) || ' ')

/**
 * Finds a keyword as Discord does: letter case does not count, a keyword is whole words unless a `*` at its start or
 * end lets it begin or end within a word. Source: Discord's documentation, "Keyword Matching Strategies".
 * @returns the words that it was found in, including what a wildcard matched
 */
export function findKeyword(text: string, keyword: string): string | undefined {
  const open = { start: keyword.startsWith('*'), end: keyword.endsWith('*') }
  const needle = keyword.slice(open.start ? 1 : 0, open.end && keyword.length > 1 ? -1 : undefined).toLowerCase()
  if (needle === '') return undefined
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, at + 1)) {
    const end = at + needle.length
    if ((open.start || opensWord(lower, at)) && (open.end || endsWord(lower, end)))
      return text.slice(open.start ? wordStart(text, at) : at, open.end ? wordEnd(text, end) : end)
  }
  return undefined
}

function wordStart(text: string, from: number): number {
  let at = from
  while (at > 0 && letter.test(text.charAt(at - 1))) at--
  return at
}

function wordEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && letter.test(text.charAt(at))) at++
  return at
}

interface Keywords {
  keyword_filter?: readonly string[]
  regex_patterns?: readonly string[]
  allow_list?: readonly string[]
}

/** @param ignoresCase for the patterns; keywords always do */
export function matchKeywords(text: string, rule: Keywords, ignoresCase: boolean): Match | undefined {
  const isAllowed = (found: string) => (rule.allow_list ?? []).some(one => findKeyword(found, one) !== undefined)
  for (const keyword of rule.keyword_filter ?? []) {
    const found = findKeyword(text, keyword)
    if (found !== undefined && !isAllowed(found)) return { keyword, content: found }
  }
  for (const pattern of rule.regex_patterns ?? []) {
    const found = findPattern(text, pattern, ignoresCase)
    if (found !== undefined && !isAllowed(found)) return { keyword: pattern, content: found }
  }
  return undefined
}

/** Discord's patterns are Rust's, which like RE2's run in linear time and have no look-around. */
function findPattern(text: string, pattern: string, ignoresCase: boolean): string | undefined {
  const matcher = RE2JS.compile(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0).matcher(text)
  return matcher.find() ? (matcher.group() ?? '') : undefined
}

/** Whether Discord would accept this pattern. */
export function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}

/** Whether a text mentions more different people and roles than `limit`. */
export function matchMentions(text: string, limit: number): Match | undefined {
  const { userIds, roleIds } = namedIn(text)
  return userIds.length + roleIds.length > limit ? { keyword: null, content: null } : undefined
}
