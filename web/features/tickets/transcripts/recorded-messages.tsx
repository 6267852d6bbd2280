import type { APIAttachment } from 'discord-api-types/v10'
import { Trash2 } from 'lucide-react'
import { Fragment } from 'react'
import type { TranscriptMessage } from '#features/tickets/transcripts/contract.ts'
import { clockText, longDayText, shortMomentText } from '#web/app/dates.ts'
import { FileCard } from '#web/ui/discord/attachments.tsx'
import { Markdown } from '#web/ui/discord/markdown/view.tsx'
import { startsDay, startsGroup } from '#web/ui/discord/message-groups.ts'
import { Message } from '#web/ui/discord/message.tsx'
import type { MessageComponent, MessageView } from '#web/ui/discord/model.ts'
import { Details } from '#web/ui/details.tsx'

/** Somebody who asked to be forgotten; no account has this id. */
const nobody = { id: '0', username: 'Forgotten member' }

/** A recorded message in the shape that the message renderer expects. */
function viewOf(
  message: TranscriptMessage,
  {
    fileAddress,
    others,
  }: {
    /** The URL of one of its files. */
    fileAddress: (attachmentId: string) => string
    others: Map<string, TranscriptMessage>
  },
): MessageView {
  const { parts, authorId, authorName, authorAvatar, isBot } = message
  const replied = parts.replyTo === null ? undefined : others.get(parts.replyTo)
  const files = message.files.filter(({ kept }) => kept)
  return {
    id: message.id,
    author:
      authorId === null
        ? nobody
        : {
            id: authorId,
            username: authorName ?? 'unknown',
            avatar: authorAvatar,
            bot: isBot && parts.webhookId === null,
          },
    timestamp: new Date(message.at).toISOString(),
    type: parts.type,
    flags: parts.flags,
    ...(authorId === null ? { removed: 'Removed at its author’s request' } : { content: message.content ?? '' }),
    // As Discord sent them.
    embeds: parts.embeds,
    components: parts.components as unknown as MessageComponent[],
    sticker_items: parts.stickers,
    ...(parts.webhookId !== null && { webhook_id: parts.webhookId }),
    ...(replied && { referenced_message: viewOf(replied, { fileAddress, others: new Map() }) }),
    attachments: files.map((file): APIAttachment => {
      const url = fileAddress(file.id)
      return {
        id: file.id,
        filename: file.name ?? 'a file',
        size: file.bytes,
        url,
        proxy_url: url,
        ...(file.type !== null && { content_type: file.type }),
        width: file.width,
        height: file.height,
      }
    }),
  }
}

/** Below a message: its earlier versions, that it was deleted, and which files are missing. */
function Afterwards({ message }: { message: TranscriptMessage }) {
  const { versions, deletedAt, afterClosing, isNote, files } = message
  const lost = files.filter(({ kept }) => !kept)
  return (
    <>
      {lost.map(({ id, name, bytes, problem }) => (
        <div key={id} className="transcript-lost">
          <FileCard name={name ?? 'a file'} size={bytes} address="" />
          <small>Not kept. {problem}</small>
        </div>
      ))}
      {versions.length > 0 && (
        <Details className="transcript-versions" summary={`edited, ${versions.length + 1} versions`}>
          <ol>
            {versions.map(({ content, at }, key) => (
              <li key={key}>
                <small>until {shortMomentText(at)}</small>
                <Markdown text={content ?? ''} />
              </li>
            ))}
          </ol>
        </Details>
      )}
      {isNote && <small className="transcript-later">internal note: only the team sees it</small>}
      {afterClosing && !isNote && <small className="transcript-later">after closing: the member does not see it</small>}
      {deletedAt !== null && (
        <small className="transcript-deletion">
          <Trash2 aria-hidden /> deleted {clockText(deletedAt)}
        </small>
      )}
    </>
  )
}

/** Recorded messages, oldest first, as Discord shows them, with what happened to each. */
export function RecordedMessages({
  messages,
  fileAddress,
}: {
  messages: readonly TranscriptMessage[]
  fileAddress: (attachmentId: string) => string
}) {
  const others = new Map(messages.map(message => [message.id, message]))
  const shown = messages.map(message => ({ message, view: viewOf(message, { fileAddress, others }) }))
  return shown.map(({ message, view }, at) => (
    <Fragment key={message.id}>
      {startsDay(view, shown[at - 1]?.view) && <p className="transcript-day">{longDayText(message.at)}</p>}
      <div className={message.deletedAt === null ? undefined : 'transcript-deleted'}>
        <Message
          message={view}
          grouped={!startsGroup(view, shown[at - 1]?.view)}
          clock="short"
          foot={<Afterwards message={message} />}
        />
      </div>
    </Fragment>
  ))
}
