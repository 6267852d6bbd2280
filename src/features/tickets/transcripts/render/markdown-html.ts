import type { Block, Inline, ListItem, Style } from '#kit/markdown/ast.ts'
import { parseLine, parseMarkdown } from '#kit/markdown/parse.ts'
import { safeUrl } from '#kit/markdown/link.ts'
import { escapeHtml, nameHtml } from './escape.ts'

/** The names of ids in messages; undefined if nobody knows, or the reader may not know. */
export interface Names {
  user(id: string): string | undefined
  role(id: string): string | undefined
  channel(id: string): string | undefined
}

const elements: Readonly<Record<Style, string>> = {
  strong: 'strong',
  emphasis: 'em',
  underline: 'u',
  strike: 's',
  spoiler: 'span class="spoiler"',
}

const mention = (text: string) => `<span class="mention">${nameHtml(text)}</span>`
const timeText = (seconds: number) => {
  const at = new Date(seconds * 1000)
  return Number.isNaN(at.getTime()) ? 'a time' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function inline(nodes: readonly Inline[], names: Names): string {
  return nodes.map(node => one(node, names)).join('')
}

function one(node: Inline, names: Names): string {
  switch (node.kind) {
    case 'text':
      return escapeHtml(node.text).replaceAll('\n', '<br>')
    case 'code':
      return `<code>${escapeHtml(node.text)}</code>`
    case 'link': {
      const url = safeUrl(node.url)
      const shown = inline(node.children, names)
      return url === undefined
        ? shown
        : `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow ugc" target="_blank">${shown}</a>`
    }
    case 'user':
      return mention(`@${names.user(node.id) ?? 'user'}`)
    case 'role':
      return mention(`@${names.role(node.id) ?? 'role'}`)
    case 'channel':
      return mention(`#${names.channel(node.id) ?? 'channel'}`)
    case 'everyone':
      return mention(node.text)
    case 'command':
      return mention(`/${node.name}`)
    case 'time':
      return `<time>${timeText(node.seconds)}</time>`
    case 'emoji':
      return escapeHtml(node.text)
    case 'custom-emoji':
      return escapeHtml(`:${node.name}:`)
    default: {
      const element = elements[node.kind]
      return `<${element}>${inline(node.children, names)}</${element.split(' ')[0]}>`
    }
  }
}

const item = ({ children, blocks }: ListItem, names: Names): string =>
  `<li>${inline(children, names)}${html(blocks, names)}</li>`

function block(node: Block, names: Names): string {
  switch (node.kind) {
    case 'paragraph':
      return `<p>${inline(node.children, names)}</p>`
    case 'heading':
      return `<p class="heading-${node.level}">${inline(node.children, names)}</p>`
    case 'subtext':
      return `<p><small>${inline(node.children, names)}</small></p>`
    case 'quote':
      return `<blockquote>${html(node.blocks, names)}</blockquote>`
    case 'list': {
      const items = node.items.map(each => item(each, names)).join('')
      return node.ordered ? `<ol start="${node.start}">${items}</ol>` : `<ul>${items}</ul>`
    }
    default:
      return `<pre><code>${escapeHtml(node.text)}</code></pre>`
  }
}

function html(nodes: readonly Block[], names: Names): string {
  return nodes.map(node => block(node, names)).join('')
}

/** Returns a message's text as HTML; what people wrote never becomes markup, and nothing is loaded. */
export const markdownHtml = (text: string, names: Names): string => html(parseMarkdown(text), names)

/** The same for texts on one line, such as the title of an embed. */
export const lineHtml = (text: string, names: Names): string => inline(parseLine(text), names)
