import type { APIEmbed, APIMessage, APIMessageReference, APIUser, MessageType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { blankMessage } from '../blank.ts'
import { timestamp } from '../time.ts'
import { publish } from './store.ts'

interface SystemMessage {
  channelId: string
  type: MessageType
  author: APIUser
  content?: string
  message_reference?: APIMessageReference
  /** The embeds of an alert. */
  embeds?: APIEmbed[]
  /** Only the opening message of a thread has an id given to it. */
  id?: string
}

/** Discord's own notices: someone joined, pinned, started a thread, was caught by AutoMod. They pass no checks. */
export function publishSystemMessage(sandbox: Sandbox, notice: SystemMessage): APIMessage {
  const { channelId, id = sandbox.nextId(), ...rest } = notice
  return publish(sandbox, blankMessage({ id, channel_id: channelId, timestamp: timestamp(sandbox), ...rest }))
}
