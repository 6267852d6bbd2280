import { clsx } from 'clsx'
import { ArrowRight, AtSign, Eye, Info, MessagesSquare, Pin, Rocket, ShieldCheck, Forward } from 'lucide-react'
import type { ReactNode } from 'react'
import type { APIMessageSnapshotFields } from 'discord-api-types/v10'
import { useActions } from './actions.ts'
import { Attachments } from './attachments.tsx'
import { AutomodAlert, isAutomodAlert } from './automod-alert.tsx'
import { Components } from './components.tsx'
import { Dots } from './controls.tsx'
import { Embed } from './embed.tsx'
import { CommandLine, ReplyLine } from './message-heading.tsx'
import { hasFlag, messageFlag } from './enums.ts'
import { useLookup } from './lookup.ts'
import { Markdown } from './markdown/view.tsx'
import { isByWebhook, type MessageView } from './model.ts'
import { AuthorAvatar, AuthorName } from './author.tsx'
import { Poll, Reactions } from './reactions.tsx'
import { Stickers } from './stickers.tsx'
import { isSystemMessage } from './message-groups.ts'
import { type SystemIcon, systemLine } from './system-message.ts'
import { formatTime, messageTime } from './time.ts'
import './message.css'

interface MessageProps {
  message: MessageView
  /** Continues the message above: no avatar, no name. */
  grouped?: boolean
  /** 'short' is '14:32', for lists with a heading per day. */
  clock?: 'full' | 'short'
  /** Buttons that appear while the message is hovered or focused. */
  toolbar?: ReactNode
  /** Replaces the content, for example by an editor. */
  body?: ReactNode
  /** Below everything else: why only the reader sees it, or what failed. */
  foot?: ReactNode
}

/**
 * One message as Discord shows it. Everything in it is untrusted and inert. Put it inside `.msgs` or `.msgs.discord`.
 */
export function Message({ message, grouped = false, clock = 'full', toolbar, body, foot }: MessageProps) {
  if (isSystemMessage(message)) return <SystemMessage message={message} clock={clock} toolbar={toolbar} />
  const ephemeral = hasFlag(message.flags, messageFlag.ephemeral)
  return (
    <article
      className={clsx('msg', grouped && 'msg-grouped', ephemeral && 'msg-ephemeral')}
      data-message-id={message.id}
      data-author-id={message.author.id}
      aria-label={`Message from ${message.author.global_name ?? message.author.username}`}
    >
      <ReplyLine message={message} />
      <CommandLine message={message} />
      {grouped ? <Stamp message={message} clock="short" /> : <AuthorAvatar user={message.author} />}
      <div className="msg-body">
        {!grouped && (
          <div className="msg-head">
            <AuthorName user={message.author} webhook={isByWebhook(message)} />
            <Stamp message={message} clock={clock} />
          </div>
        )}
        {body ?? <Content message={message} />}
        <Reactions message={message} />
        {message.thread && message.thread.id !== message.channel_id && <ThreadLink thread={message.thread} />}
        {ephemeral && (
          <p className="msg-note">
            <Eye className="icon-sm" aria-hidden /> Only you can see this.
          </p>
        )}
        {foot}
      </div>
      {toolbar && <div className="msg-toolbar">{toolbar}</div>}
    </article>
  )
}

function Content({ message }: { message: MessageView }) {
  if (message.removed !== undefined) return <span className="msg-removed">{message.removed}</span>
  const showsEmbeds = !hasFlag(message.flags, messageFlag.suppressEmbeds)
  return (
    <>
      {hasFlag(message.flags, messageFlag.loading) && (
        <p className="msg-note">
          <Dots /> The app is thinking...
        </p>
      )}
      {message.content && (
        <div className="msg-content">
          <Markdown large text={message.content} />
          {message.edited_timestamp && <small className="msg-edited">(edited)</small>}
        </div>
      )}
      {message.message_snapshots?.map((snapshot, key) => (
        <ForwardedMessage key={key} snapshot={snapshot.message} />
      ))}
      {message.poll && <Poll message={message} poll={message.poll} />}
      <Attachments files={hasFlag(message.flags, messageFlag.componentsV2) ? [] : (message.attachments ?? [])} />
      <Stickers stickers={message.sticker_items ?? []} />
      {showsEmbeds && message.embeds?.map((embed, key) => <Embed key={key} embed={embed} />)}
      <Components message={message} />
      {!message.content && message.edited_timestamp && <small className="msg-edited">(edited)</small>}
    </>
  )
}

function Stamp({ message, clock }: { message: MessageView; clock: 'full' | 'short' }) {
  const now = useLookup().now()
  const time = Date.parse(message.timestamp)
  return (
    <time className="msg-time" dateTime={message.timestamp} title={formatTime(time, 'F', now)}>
      {clock === 'short' ? formatTime(time, 't', now) : messageTime(time, now)}
    </time>
  )
}

function ThreadLink({ thread }: { thread: { id: string; name?: string | null } }) {
  const actions = useActions()
  return (
    <button type="button" className="thread-link" onClick={() => actions?.openChannel(thread.id)} disabled={!actions}>
      <MessagesSquare className="icon-sm" aria-hidden />
      {thread.name ?? 'Thread'}
    </button>
  )
}

const icons: Record<SystemIcon, typeof Info> = {
  arrow: ArrowRight,
  pin: Pin,
  boost: Rocket,
  thread: MessagesSquare,
  name: AtSign,
  info: Info,
  shield: ShieldCheck,
}

function SystemMessage({
  message,
  clock,
  toolbar,
}: Pick<MessageProps, 'message' | 'toolbar'> & { clock: 'full' | 'short' }) {
  const line = systemLine(message)
  const Icon = icons[line.icon]
  const [before = '', after = ''] = line.text.split('{author}')
  return (
    <article className="msg msg-system" data-message-id={message.id}>
      <Icon className="lucide msg-system-icon" data-icon={line.icon} aria-hidden />
      <div className="msg-body">
        <span>
          {before}
          {line.text.includes('{author}') && <AuthorName user={message.author} plain />}
          {after}
        </span>{' '}
        <Stamp message={message} clock={clock} />
        <Reactions message={message} />
        {message.embeds?.map((embed, key) =>
          isAutomodAlert(embed) ? <AutomodAlert key={key} embed={embed} /> : <Embed key={key} embed={embed} />,
        )}
      </div>
      {toolbar && <div className="msg-toolbar">{toolbar}</div>}
    </article>
  )
}

/** A forwarded message: its content, without its author. */
function ForwardedMessage({ snapshot }: { snapshot: APIMessageSnapshotFields }) {
  return (
    <div className="snapshot">
      <p className="msg-note">
        <Forward className="icon-sm" aria-hidden /> Forwarded
      </p>
      {snapshot.content && <Markdown text={snapshot.content} />}
      <Attachments files={snapshot.attachments} />
      {snapshot.embeds.map((embed, key) => (
        <Embed key={key} embed={embed} />
      ))}
    </div>
  )
}
