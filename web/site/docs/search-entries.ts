import type { CommandSummary } from '#features/general/contract.ts'
import { categoryOf, slug } from '#web/app/docs-topic.ts'
import { commandAnchor, settingAnchor } from './anchors.ts'
import type { ApiCall } from './api-reference.ts'
import { type Guide, type GuideBlock, plainText } from './guide-text.ts'

export interface SearchEntry {
  kind: 'Command' | 'Setting' | 'Guide' | 'API'
  title: string
  /** Further text to search, the beginning of which is shown. */
  text: string
  /** The page below `/docs/`. */
  page: string
  hash: string
}

interface Sources {
  commands: readonly CommandSummary[]
  defaults: readonly { title: string; topic: string; settings: readonly { label: string; help?: string }[] }[]
  guides: readonly Guide[]
  api: readonly { id: string; calls: readonly ApiCall[] }[]
}

const textOf = (block: GuideBlock): string => {
  if (block.kind === 'code-block') return block.text
  if (block.kind === 'list') return block.items.flat().map(textOf).join(' ')
  if (block.kind === 'note') return block.blocks.map(textOf).join(' ')
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(plainText).join(' ')
  return plainText(block.children)
}

/** The sections of a guide, each from its heading to the next; the first is the guide itself. */
function sectionsOf({ id, title, blocks }: Guide): SearchEntry[] {
  const sections: SearchEntry[] = [{ kind: 'Guide', title, text: '', page: id, hash: '' }]
  for (const block of blocks) {
    if (block.kind === 'heading')
      sections.push({ kind: 'Guide', title: `${title}: ${textOf(block)}`, text: '', page: id, hash: block.id })
    else {
      const last = sections.at(-1)
      if (last) last.text = `${last.text} ${textOf(block)}`.trim()
    }
  }
  return sections
}

/** Everything in the documentation that can be searched for, with its page. */
export const entriesOf = ({ commands, defaults, guides, api }: Sources): SearchEntry[] => [
  ...commands.map(
    ({ name, category, description, aliases, slashUsage }): SearchEntry => ({
      kind: 'Command',
      title: `.${name}`,
      text: [description, ...aliases.map(alias => `.${alias}`), slashUsage ?? ''].join(' ').trim(),
      page: slug(categoryOf(category)),
      hash: commandAnchor(name),
    }),
  ),
  ...defaults.flatMap(({ title, topic, settings }) =>
    settings.map(
      ({ label, help = '' }): SearchEntry => ({
        kind: 'Setting',
        title: label,
        text: `${title}. ${help}`.trim(),
        page: slug(categoryOf(topic)),
        hash: settingAnchor(title, label),
      }),
    ),
  ),
  ...guides.flatMap(sectionsOf),
  ...api.flatMap(({ id, calls }) =>
    calls.map(
      ({ method, path, summary }): SearchEntry => ({
        kind: 'API',
        title: `${method} ${path}`,
        text: summary,
        page: 'api',
        hash: id,
      }),
    ),
  ),
]

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** How well a typed word matches: the beginning of a word in the title, of one in the text, or not at all. */
function fit(word: string, title: readonly string[], text: readonly string[]): number {
  if (title.includes(word)) return 4
  if (title.some(own => own.startsWith(word))) return 3
  return text.some(own => own.startsWith(word)) ? 1 : 0
}

/**
 * The entries in which every typed word is the beginning of a word, best first; equally good ones in their listed
 * order.
 */
export function findEntries(entries: readonly SearchEntry[], search: string, most: number): SearchEntry[] {
  const typed = wordsOf(search)
  if (typed.length === 0) return []
  return entries
    .flatMap(entry => {
      const title = wordsOf(entry.title)
      const text = wordsOf(entry.text)
      const fits = typed.map(word => fit(word, title, text))
      return fits.includes(0)
        ? []
        : [{ entry, score: fits.reduce((sum, one) => sum + one, 0) / (1 + title.length / 20) }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry)
}
