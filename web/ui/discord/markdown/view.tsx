import { Hash, Megaphone, MessagesSquare, Volume2 } from 'lucide-react'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { useActions } from '../actions.ts'
import type { ChannelKind } from '../lookup.ts'
import { useLookup } from '../lookup.ts'
import { formatTime } from '../time.ts'
import { UnicodeEmoji } from '../unicode-emoji.tsx'
import type { Block, Inline } from '#kit/markdown/ast.ts'
import { parseLine, parseMarkdown } from '#kit/markdown/parse.ts'
import './markdown.css'

interface MarkdownProps {
  text: string
  /** For a title or a name: styles, links and emoji, but no blocks. */
  line?: boolean
  /** Whether a message of only a few emoji shows them large. */
  large?: boolean
}

/** Renders Discord's markdown. What people write becomes React text, never HTML. */
export function Markdown({ text, line = false, large = false }: MarkdownProps) {
  const nodes = useMemo(() => (line ? parseLine(text) : parseMarkdown(text)), [text, line])
  if (line) return <>{inlines(nodes as Inline[])}</>
  const blocks = nodes as Block[]
  return <div className={large && isOnlyEmoji(blocks) ? 'md md-large' : 'md'}>{blocks.map(block)}</div>
}

/** Whether a text is up to 30 emoji and nothing else, which Discord enlarges. */
function isOnlyEmoji(blocks: readonly Block[]): boolean {
  const [only] = blocks
  if (blocks.length !== 1 || only?.kind !== 'paragraph') return false
  const drawn = only.children.filter(node => node.kind !== 'text' || node.text.trim() !== '')
  return drawn.length <= 30 && drawn.every(node => node.kind === 'emoji' || node.kind === 'custom-emoji')
}

function block(node: Block, key: number): ReactElement {
  switch (node.kind) {
    case 'paragraph':
      return <p key={key}>{inlines(node.children)}</p>
    case 'heading':
      // A message's headings are not the page's, so they only look like headings.
      return (
        <p key={key} className={`md-h md-h${node.level}`}>
          {inlines(node.children)}
        </p>
      )
    case 'subtext':
      return (
        <p key={key} className="md-subtext">
          {inlines(node.children)}
        </p>
      )
    case 'quote':
      return <blockquote key={key}>{node.blocks.map(block)}</blockquote>
    case 'code-block':
      return (
        <pre key={key} data-language={node.language || undefined}>
          <code>{node.text}</code>
        </pre>
      )
    default:
      return <List key={key} list={node} />
  }
}

function List({ list }: { list: Extract<Block, { kind: 'list' }> }) {
  const items = list.items.map((item, place) => (
    <li key={place}>
      {inlines(item.children)}
      {item.blocks.map(block)}
    </li>
  ))
  return list.ordered ? <ol start={list.start}>{items}</ol> : <ul>{items}</ul>
}

function inlines(nodes: readonly Inline[]): ReactNode {
  return nodes.map((node, key) => <Piece key={key} node={node} />)
}

function Piece({ node }: { node: Inline }) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'strong':
      return <strong className="md-strong">{inlines(node.children)}</strong>
    case 'emphasis':
      return <em>{inlines(node.children)}</em>
    case 'underline':
      return <u>{inlines(node.children)}</u>
    case 'strike':
      return <s>{inlines(node.children)}</s>
    case 'spoiler':
      return <Spoiler>{inlines(node.children)}</Spoiler>
    case 'code':
      return <code className="md-code">{node.text}</code>
    case 'link':
      return (
        <a className="md-link" href={node.url} title={node.url} target="_blank" rel="noopener noreferrer nofollow ugc">
          {inlines(node.children)}
        </a>
      )
    case 'emoji':
      return <UnicodeEmoji emoji={node.text} />
    case 'custom-emoji':
      return <CustomEmoji id={node.id} name={node.name} animated={node.animated} />
    case 'everyone':
      return <span className="mention">{node.text}</span>
    case 'time':
      return <Time seconds={node.seconds} style={node.style} />
    default:
      return <Mention node={node} />
  }
}

function Spoiler({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  if (shown) return <span className="md-spoiler md-spoiler-shown">{children}</span>
  return (
    <button type="button" className="md-spoiler" aria-label="Spoiler, press to show" onClick={() => setShown(true)}>
      <span aria-hidden inert>
        {children}
      </span>
    </button>
  )
}

/** A custom emoji; its name if the picture may not be loaded. */
export function CustomEmoji({ id, name, animated }: { id: string; name: string; animated: boolean }) {
  const address = useLookup().emoji(id, animated)
  if (!address) return <span title={`:${name}:`}>:{name}:</span>
  return <img className="md-emoji-image" src={address} alt={`:${name}:`} title={`:${name}:`} loading="lazy" />
}

function Time({ seconds, style }: { seconds: number; style: Parameters<typeof formatTime>[1] }) {
  const now = useLookup().now()
  const date = new Date(seconds * 1000)
  return (
    <time className="md-time" dateTime={date.toISOString()} title={formatTime(date.getTime(), 'F', now)}>
      {formatTime(date.getTime(), style, now)}
    </time>
  )
}

type MentionNode = Extract<Inline, { kind: 'user' | 'role' | 'channel' | 'command' }>

function Mention({ node }: { node: MentionNode }) {
  const lookup = useLookup()
  const actions = useActions()
  if (node.kind === 'command') {
    return <Pressable onPress={actions && (() => actions.runCommand(node.name))}>/{node.name}</Pressable>
  }
  if (node.kind === 'role') {
    const role = lookup.role(node.id)
    return (
      <span className="mention" style={role?.colour ? { '--mention': role.colour } : undefined}>
        @{role?.name ?? 'unknown-role'}
      </span>
    )
  }
  if (node.kind === 'user') {
    return (
      <Pressable onPress={actions && (() => actions.openPerson(node.id))}>
        @{lookup.user(node.id)?.name ?? 'unknown-user'}
      </Pressable>
    )
  }
  const channel = lookup.channel(node.id)
  return (
    <Pressable onPress={channel && actions && (() => actions.openChannel(node.id))}>
      <ChannelMark kind={channel?.kind ?? 'text'} />
      {channel?.name ?? 'unknown'}
    </Pressable>
  )
}

function Pressable({ onPress, children }: { onPress: (() => void) | undefined; children: ReactNode }) {
  if (!onPress) return <span className="mention">{children}</span>
  return (
    <button type="button" className="mention" onClick={onPress}>
      {children}
    </button>
  )
}

function ChannelMark({ kind }: { kind: ChannelKind }) {
  if (kind === 'voice' || kind === 'stage') return <Volume2 className="md-mark" aria-hidden />
  if (kind === 'announcement') return <Megaphone className="md-mark" aria-hidden />
  if (kind === 'forum' || kind === 'thread') return <MessagesSquare className="md-mark" aria-hidden />
  return <Hash className="md-mark" aria-label="#" />
}
