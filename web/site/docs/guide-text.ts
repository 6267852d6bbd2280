import { slug } from '#web/app/docs-topic.ts'

export type GuideInline =
  | string
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: GuideInline[] }
  | { kind: 'link'; to: string; children: GuideInline[] }

export type GuideBlock =
  | { kind: 'heading'; level: 2 | 3; id: string; children: GuideInline[] }
  | { kind: 'paragraph'; children: GuideInline[] }
  | { kind: 'list'; ordered: boolean; items: GuideBlock[][] }
  | { kind: 'code-block'; text: string }
  | { kind: 'table'; head: GuideInline[][]; rows: GuideInline[][][] }
  | { kind: 'note'; blocks: GuideBlock[] }

export interface Guide {
  id: string
  title: string
  /** The first paragraph, as plain text. */
  summary: string
  blocks: GuideBlock[]
}

const mark = /(`+)(.+?)\1|\*\*(.+?)\*\*|(?<!\w)\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Parses a line of the guides' Markdown: code, bold, italics and links. */
export function readInline(text: string): GuideInline[] {
  const found: GuideInline[] = []
  let end = 0
  for (const match of text.matchAll(mark)) {
    if (match.index > end) found.push(text.slice(end, match.index))
    end = match.index + match[0].length
    const [, , code, strong, emphasis, label, to] = match
    if (code !== undefined) found.push({ kind: 'code', text: code })
    else if (strong !== undefined) found.push({ kind: 'strong', children: readInline(strong) })
    else if (emphasis !== undefined) found.push({ kind: 'emphasis', children: readInline(emphasis) })
    else found.push({ kind: 'link', to: to ?? '', children: readInline(label ?? '') })
  }
  return end < text.length ? [...found, text.slice(end)] : found
}

/** A line's text without markup. */
export const plainText = (nodes: readonly GuideInline[]): string =>
  nodes
    .map(node => (typeof node === 'string' ? node : node.kind === 'code' ? node.text : plainText(node.children)))
    .join('')

const item = /^( *)(?:([-*])|\d+\.) +(.*)$/
const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => readInline(cell.trim().replaceAll('\\|', '|')))

/** How many of the lines, from the first on, satisfy `fits`. */
function run(lines: readonly string[], fits: (line: string) => boolean): number {
  const end = lines.findIndex(line => !fits(line))
  return end === -1 ? lines.length : end
}

function readList(lines: readonly string[]): [GuideBlock, number] {
  const [, indent = '', dash] = item.exec(lines[0] ?? '') ?? []
  const isOwn = (line: string) => item.exec(line)?.[1] === indent
  const length = run(lines, line => isOwn(line) || line.startsWith(`${indent}  `) || line === '')
  const own = lines.slice(0, length)
  const starts = own.flatMap((line, place) => (isOwn(line) ? [place] : []))
  const items = starts.map((start, place) => {
    const [first = '', ...rest] = own.slice(start, starts[place + 1])
    const width = first.length - (item.exec(first)?.[3]?.length ?? 0)
    return readBlocks([first.slice(width), ...rest.map(line => line.slice(Math.min(width, line.search(/\S|$/))))])
  })
  return [{ kind: 'list', ordered: dash === undefined, items }, length]
}

function readBlock(lines: readonly string[]): [GuideBlock, number] {
  const [first = '', second = ''] = lines
  const heading = /^(##|###) (.*)$/.exec(first)
  if (heading) {
    const children = readInline(heading[2] ?? '')
    return [{ kind: 'heading', level: heading[1] === '##' ? 2 : 3, id: slug(plainText(children)), children }, 1]
  }
  if (first.startsWith('```')) {
    const length = run(lines.slice(1), line => !line.startsWith('```'))
    return [{ kind: 'code-block', text: lines.slice(1, length + 1).join('\n') }, length + 2]
  }
  if (first.startsWith('|') && /^\|[\s:|-]+\|$/.test(second)) {
    const length = run(lines, line => line.startsWith('|'))
    return [{ kind: 'table', head: cellsOf(first), rows: lines.slice(2, length).map(cellsOf) }, length]
  }
  if (first.startsWith('>')) {
    const length = run(lines, line => line.startsWith('>'))
    return [{ kind: 'note', blocks: readBlocks(lines.slice(0, length).map(line => line.replace(/^> ?/, ''))) }, length]
  }
  if (item.test(first)) return readList(lines)
  const length = Math.max(
    1,
    run(lines, line => line !== '' && !/^(#{2,3} |```|>|\|)/.test(line) && !item.test(line)),
  )
  return [{ kind: 'paragraph', children: readInline(lines.slice(0, length).join(' ')) }, length]
}

function readBlocks(lines: readonly string[]): GuideBlock[] {
  const blocks: GuideBlock[] = []
  let rest = lines
  while (rest.length > 0) {
    if (rest[0] === '') rest = rest.slice(1)
    else {
      const [block, length] = readBlock(rest)
      blocks.push(block)
      rest = rest.slice(length)
    }
  }
  return blocks
}

/** Parses a guide from `docs/`, whose first line is its title. Supports only the Markdown that the guides use. */
export function readGuide(id: string, source: string): Guide {
  const [title = '', ...lines] = source.split(/\r?\n/)
  const blocks = readBlocks(lines)
  const [first] = blocks
  return {
    id,
    title: title.replace(/^# /, ''),
    summary: first?.kind === 'paragraph' ? plainText(first.children) : '',
    blocks,
  }
}

/** The guides in the order of the documentation, with their files. */
export const guideFiles: readonly { id: string; file: string }[] = [
  { id: 'first-hour', file: 'docs/guides/first-hour.md' },
  { id: 'from-mee6', file: 'docs/guides/from-mee6.md' },
  { id: 'from-carl-bot', file: 'docs/guides/from-carl-bot.md' },
  { id: 'from-dyno', file: 'docs/guides/from-dyno.md' },
  { id: 'troubleshooting', file: 'docs/guides/troubleshooting.md' },
  { id: 'hosting', file: 'docs/hosting.md' },
  { id: 'operator', file: 'docs/operator.md' },
  { id: 'premium', file: 'docs/premium.md' },
  { id: 'backup', file: 'docs/backup.md' },
]

/** The documentation page for a guide's link to another file; undefined if the site has none. */
export function pageOf(link: string): string | undefined {
  const [path = '', hash] = link.split('#')
  const name = path.split('/').at(-1)
  const guide = guideFiles.find(({ file }) => path.endsWith('.md') && file.endsWith(`/${name}`))
  if (!guide) return undefined
  return hash === undefined ? `/docs/${guide.id}` : `/docs/${guide.id}#${hash}`
}
