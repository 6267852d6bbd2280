import type { Block, Inline } from './ast.ts'
import { isStyle } from './ast.ts'

/** The readable text of parsed markdown, for one-line previews, search and screen readers. Spoilers stay hidden. */
export function plainText(nodes: readonly (Block | Inline)[], name: (node: Inline) => string = tokenName): string {
  return nodes.map(node => plain(node, name)).join('')
}

function plain(node: Block | Inline, name: (node: Inline) => string): string {
  switch (node.kind) {
    case 'text':
    case 'code':
    case 'emoji':
    case 'everyone':
      return node.text
    case 'code-block':
      return ` ${node.text} `
    case 'quote':
      return ` ${plainText(node.blocks, name)} `
    case 'list':
      return node.items.map(item => ` ${plainText(item.children, name)} ${plainText(item.blocks, name)}`).join('')
    case 'paragraph':
    case 'heading':
    case 'subtext':
      return `${plainText(node.children, name)} `
    case 'spoiler':
      return '(spoiler)'
    case 'link':
      return plainText(node.children, name)
    default:
      return isStyle(node) ? plainText(node.children, name) : name(node)
  }
}

function tokenName(node: Inline): string {
  if (node.kind === 'custom-emoji') return `:${node.name}:`
  if (node.kind === 'command') return `/${node.name}`
  if (node.kind === 'time') return new Date(node.seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
  if (node.kind === 'channel') return '#channel'
  return node.kind === 'role' ? '@role' : '@user'
}
