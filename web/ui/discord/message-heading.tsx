import { CornerUpLeft } from 'lucide-react'
import { useMemo } from 'react'
import { useActions } from './actions.ts'
import { type Lookup, useLookup } from './lookup.ts'
import type { Inline } from '#kit/markdown/ast.ts'
import { parseMarkdown } from '#kit/markdown/parse.ts'
import { plainText } from '#kit/markdown/plain.ts'
import type { MessageAuthor, MessageView } from './model.ts'
import { AuthorAvatar, useAuthorName } from './author.tsx'

/** A message as one line of plain text, with mentions replaced by names. */
export function summary(message: Pick<MessageView, 'content' | 'embeds' | 'attachments'>, lookup: Lookup): string {
  const nameOf = (node: Inline): string => {
    if (node.kind === 'user') return `@${lookup.user(node.id)?.name ?? 'unknown-user'}`
    if (node.kind === 'role') return `@${lookup.role(node.id)?.name ?? 'unknown-role'}`
    if (node.kind === 'channel') return `#${lookup.channel(node.id)?.name ?? 'unknown'}`
    return plainText([node])
  }
  const text = plainText(parseMarkdown(message.content ?? ''), nameOf)
    .replace(/\s+/g, ' ')
    .trim()
  if (text !== '') return text
  if (message.attachments?.length) return 'Press to see the attachment'
  return message.embeds?.length ? (message.embeds[0]?.title ?? 'Press to see the message') : 'Press to see the message'
}

/** The line above a reply. */
export function ReplyLine({ message }: { message: MessageView }) {
  const replied = message.referenced_message
  if (message.type !== 19 || replied === undefined) return undefined
  if (replied === null) {
    return (
      <div className="msg-above">
        <CornerUpLeft className="icon-sm" aria-hidden />
        <em>Original message was deleted</em>
      </div>
    )
  }
  return <Replied message={message} replied={replied} />
}

function Replied({ message, replied }: { message: MessageView; replied: MessageView }) {
  const lookup = useLookup()
  const actions = useActions()
  const text = useMemo(() => summary(replied, lookup), [replied, lookup])
  const channelId = message.message_reference?.channel_id
  return (
    <div className="msg-above">
      <CornerUpLeft className="icon-sm" aria-hidden />
      <AuthorAvatar user={replied.author} size={16} />
      <ShortName user={replied.author} />
      {actions && channelId ? (
        <button type="button" className="msg-quoted" onClick={() => actions.openMessage(channelId, replied.id)}>
          {text}
        </button>
      ) : (
        <span className="msg-quoted">{text}</span>
      )}
    </div>
  )
}

function ShortName({ user }: { user: MessageAuthor }) {
  const { name } = useAuthorName(user)
  return <b>{name}</b>
}

/** "wren used /ticket setup", above the response to a command. */
export function CommandLine({ message }: { message: MessageView }) {
  const used = message.interaction_metadata
  if (!used || message.type === 19) return undefined
  const command = 'name' in used && typeof used.name === 'string' ? used.name : legacyName(message)
  if (command === undefined) return undefined
  return (
    <div className="msg-above">
      <CornerUpLeft className="icon-sm" aria-hidden />
      <AuthorAvatar user={used.user} size={16} />
      <ShortName user={used.user} /> used <span className="code">/{command}</span>
    </div>
  )
}

/** The name is in `interaction`, which Discord deprecated but still sends. */
function legacyName(message: MessageView): string | undefined {
  const legacy: unknown = Reflect.get(message, 'interaction')
  if (typeof legacy !== 'object' || legacy === null || !('name' in legacy)) return undefined
  return typeof legacy.name === 'string' ? legacy.name : undefined
}
