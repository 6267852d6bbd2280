import { Blocks, CornerUpLeft, MessagesSquare, Pencil, Pin, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { isSystemMessage } from '#web/ui/discord/message-groups.ts'
import { hasFlag, messageFlag } from '#web/ui/discord/enums.ts'
import { Message } from '#web/ui/discord/message.tsx'
import { has, permission } from '#sandbox/world/permissions.ts'
import { permissionsIn } from '../client/access.ts'
import type { LiveChannel, StageMessage } from '../client/model.ts'
import { dropMessage } from '../client/reduce-messages.ts'
import { sentenceOf } from '../client/rest.ts'
import { useInteractions, useStage } from '../context.ts'
import { AppMenu } from '../slash/app-menu.tsx'
import { Editor } from './editor.tsx'
import { EmojiButton } from './emoji-button.tsx'
import { reactionPath } from './reaction-path.ts'

interface MessageItemProps {
  message: StageMessage
  channel: LiveChannel
  grouped: boolean
  onReply(message: StageMessage): void
}

/** A message with the actions this account may take. */
export function MessageItem({ message, channel, grouped, onReply }: MessageItemProps) {
  const { session, live } = useStage()
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const gone = message.removed !== undefined
  const ephemeral = hasFlag(message.flags, messageFlag.ephemeral)
  const dismiss = () => session.live.set(before => dropMessage(before, channel.id, message.id))
  const foot = (
    <>
      <Failure messageId={message.id} />
      {message.refused !== undefined && (
        <p className="msg-failed" role="alert">
          This message was not sent. {message.refused}
        </p>
      )}
      {ephemeral && (
        <button type="button" className="link msg-dismiss" onClick={dismiss}>
          Dismiss message
        </button>
      )}
    </>
  )
  return (
    <>
      <Message
        message={message}
        grouped={grouped}
        clock="short"
        {...(editing && { body: <Editor message={message} onClose={() => setEditing(false)} /> })}
        {...(!gone &&
          !ephemeral && {
            toolbar: (
              <Toolbar
                message={message}
                channel={channel}
                own={message.author.id === live.me?.id && !isSystemMessage(message)}
                onReply={() => onReply(message)}
                onEdit={() => setEditing(true)}
                onDelete={() => setAsking(true)}
              />
            ),
          })}
        foot={foot}
      />
      {asking && <DeleteDialog message={message} onClose={() => setAsking(false)} />}
    </>
  )
}

/** An interaction that the app did not answer, shown where it was started. */
function Failure({ messageId }: { messageId: string }) {
  const { outcomes } = useInteractions()
  const failed = Object.entries(outcomes).flatMap(([key, outcome]) =>
    key.startsWith(`${messageId} `) && outcome !== 'pending' ? [outcome.failed] : [],
  )
  if (failed.length === 0) return undefined
  return (
    <p className="msg-failed" role="alert">
      This interaction failed. {failed[0]}
    </p>
  )
}

interface ToolbarProps {
  message: StageMessage
  channel: LiveChannel
  own: boolean
  onReply(): void
  onEdit(): void
  onDelete(): void
}

function Toolbar({ message, channel, own, onReply, onEdit, onDelete }: ToolbarProps) {
  const { session, live, now, say, go } = useStage()
  const granted = permissionsIn(live, channel.id, now)
  const path = `/channels/${channel.id}/messages/${message.id}`
  const attempt = (work: Promise<unknown>) => {
    work.catch((error: unknown) => say(sentenceOf(error)))
  }
  const mayManage = has(granted, permission.ManageMessages)
  const mayPin = mayManage || has(granted, permission.PinMessages) || channel.guild_id === undefined
  const makeThread = async () => {
    const name = (message.content || 'Thread').slice(0, 40)
    const thread = await session.rest.call<{ id: string }>('POST', `${path}/threads`, { name })
    go({ channel: thread.id })
  }
  return (
    <>
      <AppMenu
        channel={channel}
        on="message"
        targetId={message.id}
        trigger={<IconButton size="sm" label="Apps" icon={<Blocks aria-hidden />} />}
      />
      {has(granted, permission.AddReactions) && (
        <EmojiButton
          size="sm"
          label="Add a reaction"
          onPick={emoji => attempt(session.rest.call('PUT', reactionPath(channel.id, message.id, emoji)))}
        />
      )}
      <IconButton size="sm" label="Reply" icon={<CornerUpLeft aria-hidden />} onClick={onReply} />
      {own && <IconButton size="sm" label="Edit" icon={<Pencil aria-hidden />} onClick={onEdit} />}
      {mayPin && (
        <IconButton
          size="sm"
          label={message.pinned ? 'Unpin' : 'Pin'}
          icon={<Pin aria-hidden />}
          onClick={() =>
            attempt(
              session.rest.call(
                message.pinned ? 'DELETE' : 'PUT',
                `/channels/${channel.id}/messages/pins/${message.id}`,
              ),
            )
          }
        />
      )}
      {channel.guild_id !== undefined && !channel.thread_metadata && has(granted, permission.CreatePublicThreads) && (
        <IconButton
          size="sm"
          label="Start a thread"
          icon={<MessagesSquare aria-hidden />}
          onClick={() => attempt(makeThread())}
        />
      )}
      {(own || mayManage) && <IconButton size="sm" label="Delete" icon={<Trash2 aria-hidden />} onClick={onDelete} />}
    </>
  )
}

function DeleteDialog({ message, onClose }: { message: StageMessage; onClose(): void }) {
  const { session, live, say } = useStage()
  const remove = async () => {
    try {
      await session.rest.call('DELETE', `/channels/${message.channel_id}/messages/${message.id}`)
      if (message.author.id === live.me?.id) {
        session.live.set(before => dropMessage(before, message.channel_id, message.id))
      }
    } catch (error) {
      say(sentenceOf(error))
    }
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={false}
      title="Delete this message?"
      description="It disappears for everybody here."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    />
  )
}
