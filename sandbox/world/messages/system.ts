import { type APIEmbed, type APIMessage, type APIUser, MessageType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { timestamp } from '../time.ts'
import { publish } from './store.ts'

interface SystemMessage {
  channelId: string
  type: MessageType
  author: APIUser
  content?: string
  message_reference?: APIMessage['message_reference']
  /** What an alert says. */
  embeds?: APIEmbed[]
  /** Only the opening message of a thread has an id given to it. */
  id?: string
}

/** Discord's own notices: someone joined, pinned, started a thread, was caught by AutoMod. They pass no checks. */
export function publishSystemMessage(sandbox: Sandbox, notice: SystemMessage): APIMessage {
  const { channelId, id, content, message_reference, embeds, ...rest } = notice
  const message = {
    id: id ?? sandbox.nextId(),
    channel_id: channelId,
    ...rest,
    content: content ?? '',
    ...(message_reference && { message_reference }),
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    attachments: [],
    embeds: embeds ?? [],
    components: [],
    timestamp: timestamp(sandbox),
    edited_timestamp: null,
    tts: false,
    pinned: false,
    flags: 0,
  }
  return publish(sandbox, message)
}
