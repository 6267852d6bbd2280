import { isDeepStrictEqual } from 'node:util'
import { diffArrays } from 'diff'
import { z } from 'zod'
import { namedMentions } from '#kit/mentions/template.ts'
import { innerSchema, isRecord } from '#contract'
import {
  entriesOf,
  entryTeller,
  metaOf,
  type NameOf,
  namesBy,
  type Schema,
  valueInWords,
  wholeTeller,
} from '#kit/setting-words/template.ts'
import type { Difference } from './contract.ts'

/** The most list entries that are listed; further ones are counted. */
const mostListed = 50
/**
 * The most changed words for a comparison word by word; with more of them, both texts are easier to read as a whole.
 */
const mostEdits = 60
/** Of a longer value, only the beginning is shown (characters). */
const longestShown = 300
/** A shorter text is shown as a whole, before and after (characters). */
const longEnough = 25

/** What is left of a page's budget for comparing and showing, which limits its cost whatever is on it. */
export interface ComparisonBudget {
  /** Characters of texts that may still be compared word by word. */
  left: number
  /** Characters of list entries that may still be shown; entries beyond are only counted. */
  listed: number
  /** People whose names Discord may still be asked for. */
  asked: number
}
export const newComparisonBudget = (): ComparisonBudget => ({ left: 30_000, listed: 60_000, asked: 50 })

/** Shortens a text to what pages show, without cutting a character in half. */
function cut(text: string): string {
  if (text.length <= longestShown) return text
  return `${text.slice(0, longestShown).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Keys that may identify a list's entries, so that an entry whose other fields change is still the same. */
const identities = ['id', 'name', 'roleId', 'channelId', 'userId', 'word', 'pattern', 'text', 'level']

/** The key that tells these entries apart; undefined if only whole entries differ. */
function identityOf(list: readonly unknown[]): string | undefined {
  return identities.find(
    name =>
      list.every(one => isRecord(one) && name in one) &&
      new Set(list.map(one => isRecord(one) && one[name])).size === list.length,
  )
}

/** Entries by their identifying key, which has to be the same for both lists. */
function keyedBy(identity: string | undefined, list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.map(item => [JSON.stringify(identity !== undefined && isRecord(item) ? item[identity] : item), item]),
  )
}

/** A text with names in place of its mentions. */
function namedIn(text: string, nameOf: NameOf): string {
  const { member, role, channel } = namesBy(nameOf)
  return namedMentions(text, { user: id => `@${member(id)}`, role, channel })
}

/** Two texts with names in place of mentions, or as they are if only ids distinguish them. */
function bothNamed(before: string, after: string, nameOf: NameOf): [string, string] {
  const [was, is] = [namedIn(before, nameOf), namedIn(after, nameOf)]
  return was === is ? [before, after] : [was, is]
}

function listDifference(
  schema: Schema,
  before: unknown[],
  after: unknown[],
  nameOf: NameOf,
  budget: ComparisonBudget,
): Difference {
  const inWords = entryTeller(schema, nameOf)
  const words = (item: unknown) => cut(namedIn(inWords(item), nameOf))
  /** Returns as many of these as the page's budget allows. */
  const listed = <T, W extends string | { before: string; after: string }>(items: T[], show: (item: T) => W): W[] => {
    const shown: W[] = []
    for (const item of items.slice(0, mostListed)) {
      const said = show(item)
      budget.listed -= typeof said === 'string' ? said.length : said.before.length + said.after.length
      if (budget.listed < 0) break
      shown.push(said)
    }
    return shown
  }
  const [first, second] = [identityOf(before), identityOf(after)]
  const identity = before.length === 0 ? second : after.length === 0 || first === second ? first : undefined
  const was = keyedBy(identity, before)
  const is = keyedBy(identity, after)
  const stayed = [...is].filter(([key]) => was.has(key))
  const changed = stayed.filter(([key, item]) => !isDeepStrictEqual(item, was.get(key)))
  const added = [...is].filter(([key]) => !was.has(key)).map(([, item]) => item)
  const removed = [...was].filter(([key]) => !is.has(key)).map(([, item]) => item)
  const order = [...was.keys()].filter(key => is.has(key))
  const shown = {
    added: listed(added, words),
    removed: listed(removed, words),
    changed: listed(changed, ([key, item]) => {
      const [wasSo, isSo] = bothNamed(inWords(was.get(key)), inWords(item), nameOf)
      return { before: cut(wasSo), after: cut(isSo) }
    }),
  }
  const all = added.length + removed.length + changed.length
  return {
    kind: 'list',
    ...shown,
    more: all - shown.added.length - shown.removed.length - shown.changed.length,
    moved: innerSchema(schema) instanceof z.ZodArray && stayed.some(([key], place) => order[place] !== key),
    unchanged: stayed.length - changed.length,
  }
}

/** Splits a text into words, white space and single other characters; a placeholder is one word. */
const tokensOf = (text: string): string[] => text.match(/\{[^{}\s]{1,60}\}|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

/**
 * The least share of the shorter text that both must have in common: with less, two sentences are easier to read as a
 * whole.
 */
const leastShared = 1 / 3

/** The number of characters other than whitespace. */
const signsIn = (text: string): number => text.replaceAll(/\s/g, '').length

function textDifference(before: string, after: string, budget: ComparisonBudget): Difference | undefined {
  if (Math.max(before.length, after.length) < longEnough) return undefined
  if (before.length + after.length > budget.left) return undefined
  budget.left -= before.length + after.length
  const parts = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: mostEdits })
  if (!parts) return undefined
  const signs = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + signsIn(value.join('')), 0)
  if (signs === 0 || signs < leastShared * Math.min(signsIn(before), signsIn(after))) return undefined
  return {
    kind: 'text',
    parts: parts.map(({ value, added, removed }) => ({
      text: value.join(''),
      is: added ? 'added' : removed ? 'removed' : 'same',
    })),
  }
}

/**
 * Returns how a setting changed, in readable form: for a list, or an object of several fields, what was added, removed
 * and changed; for a longer text, the words; for everything else, both values.
 * @param budget shared by everything on one page
 */
export function differenceOf(
  schema: Schema,
  before: unknown,
  after: unknown,
  nameOf: NameOf,
  budget = newComparisonBudget(),
): Difference {
  const [entriesBefore, entriesAfter] = [entriesOf(schema, before), entriesOf(schema, after)]
  if (entriesBefore && entriesAfter) return listDifference(schema, entriesBefore, entriesAfter, nameOf, budget)
  const control = metaOf(schema)?.control
  const isText = control === 'text' || control === 'message'
  if (isText && typeof before === 'string' && typeof after === 'string') {
    const words = textDifference(...bothNamed(before, after, nameOf), budget)
    if (words) return words
  }
  const shown = (value: unknown) => valueInWords(schema, value, nameOf)
  const [wholeBefore, wholeAfter] = bothNamed(shown(before), shown(after), nameOf)
  const [was, is] = [cut(wholeBefore), cut(wholeAfter)]
  // Two pictures can have the same name.
  const isAnother = was === is && wholeTeller(schema) !== undefined && !isDeepStrictEqual(before, after)
  return { kind: 'value', before: was, after: isAnother ? `${is} (another one)` : is }
}
