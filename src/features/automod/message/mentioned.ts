import type { Block, Inline } from '#kit/markdown/ast.ts'
import { parseMarkdown } from '#kit/markdown/parse.ts'

/** The mentions in a text, as Discord reads it: none in code, and no @everyone inside a word or an address. */
export interface Mentioned {
  users: ReadonlySet<string>
  roles: ReadonlySet<string>
  everyone: boolean
  /** Where they are, as UTF-16 offsets. */
  places: readonly { start: number; end: number }[]
}

const nobody: Mentioned = { users: new Set(), roles: new Set(), everyone: false, places: [] }
const possible = /<@|@everyone|@here/

function* leaves(nodes: readonly (Block | Inline)[]): Generator<Inline | Extract<Block, { kind: 'code-block' }>> {
  for (const node of nodes)
    if (node.kind === 'list') for (const item of node.items) yield* leaves([...item.children, ...item.blocks])
    else if (node.kind === 'quote') yield* leaves(node.blocks)
    else if ('children' in node) yield* leaves(node.children)
    else yield node
}

/** The source texts that can produce a node. */
function spellings(node: Inline | Block): string[] {
  if (node.kind === 'user') return [`<@${node.id}>`, `<@!${node.id}>`]
  if (node.kind === 'role') return [`<@&${node.id}>`]
  return node.kind === 'everyone' || node.kind === 'code' || node.kind === 'code-block' ? [node.text] : []
}

/** Finds the mentions in a text, in linear time. */
export function namedIn(text: string): Mentioned {
  if (!possible.test(text)) return nobody
  const users = new Set<string>()
  const roles = new Set<string>()
  const places: { start: number; end: number }[] = []
  let everyone = false
  let cursor = 0
  for (const node of leaves(parseMarkdown(text))) {
    const found = spellings(node)
      .map(spelling => ({ start: text.indexOf(spelling, cursor), length: spelling.length }))
      .filter(({ start }) => start >= 0)
      .sort((one, other) => one.start - other.start)[0]
    const place = found && { start: found.start, end: found.start + found.length }
    // Code is passed over too, so that a mention inside it is not taken for the next node.
    if (place) cursor = place.end
    if (node.kind === 'user') users.add(node.id)
    else if (node.kind === 'role') roles.add(node.id)
    else if (node.kind === 'everyone') everyone = true
    else continue
    if (place) places.push(place)
  }
  return { users, roles, everyone, places }
}
