/** What is being typed at the caret that a list could complete. */
interface Trigger {
  kind: 'mention' | 'channel' | 'emoji' | 'command'
  query: string
  /** Where the trigger character stands. */
  start: number
}

const marks: Record<string, Trigger['kind']> = { '@': 'mention', '#': 'channel', ':': 'emoji' }

/** Finds `@name`, `#name` and `:name` right before the caret, and `/` at the start of the message. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret)
  if (before.startsWith('/') && !before.includes('\n')) return { kind: 'command', query: before.slice(1), start: 0 }
  const match = /(?:^|[\s(])([@#:])([\p{L}\p{N}_.-]{0,32})$/u.exec(before)
  const mark = match?.[1]
  const kind = mark === undefined ? undefined : marks[mark]
  if (!kind) return undefined
  const query = match?.[2] ?? ''
  // A lone colon is punctuation.
  if (kind === 'emoji' && query.length < 2) return undefined
  return { kind, query, start: caret - query.length - 1 }
}

/** Puts what was chosen in place of what was typed. @returns the text and where the caret goes */
export function complete(
  text: string,
  caret: number,
  trigger: Trigger,
  chosen: string,
): { text: string; caret: number } {
  const inserted = `${chosen} `
  return {
    text: text.slice(0, trigger.start) + inserted + text.slice(caret).replace(/^ /, ''),
    caret: trigger.start + inserted.length,
  }
}

export interface MentionSuggestion {
  /** What is sent. */
  insert: string
  label: string
  detail?: string
  /** Other words it is found by. */
  aliases?: readonly string[]
  icon?: string
  colour?: string
}

/** The best ten for a query: those that start with it before those that contain it. */
export function bestMatches(candidates: readonly MentionSuggestion[], query: string, most = 10): MentionSuggestion[] {
  const wanted = query.toLowerCase()
  const rank = (each: MentionSuggestion) => {
    const words = [each.label, ...(each.aliases ?? [])].map(word => word.toLowerCase().replace(/^[@#:]/, ''))
    if (words.some(word => word.startsWith(wanted))) return 0
    return words.some(word => word.includes(wanted)) ? 1 : 2
  }
  return candidates
    .map(each => ({ each, rank: rank(each) }))
    .filter(({ rank }) => rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ each }) => each)
}
