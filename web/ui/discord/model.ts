import type {
  APIActionRowComponent,
  APIAttachment,
  APIComponentInContainer,
  APIComponentInMessageActionRow,
  APIContainerComponent,
  APIEmbed,
  APIMessage,
  APIMessageTopLevelComponent,
  APIReaction,
  APIUser,
} from 'discord-api-types/v10'

/** The part of a user that a message shows. */
export type MessageAuthor = Pick<APIUser, 'id' | 'username'> &
  Partial<Pick<APIUser, 'global_name' | 'avatar' | 'bot' | 'discriminator'>>

/**
 * The parts of a message that are rendered. Any message from Discord fits, and so does a draft with only author and
 * text.
 */
export type MessageView = {
  id: string
  author: MessageAuthor
  /** ISO 8601. */
  timestamp: string
  channel_id?: string
  application_id?: string
  type?: number
  flags?: number
  content?: string
  edited_timestamp?: string | null
  embeds?: readonly APIEmbed[]
  components?: readonly MessageComponent[]
  attachments?: readonly APIAttachment[]
  reactions?: readonly APIReaction[]
  /** Null if the message replied to was deleted. */
  referenced_message?: MessageView | null
  /** Removed, but still shown as a placeholder, whose text says who removed it. */
  removed?: string
} & Partial<
  Pick<
    APIMessage,
    | 'poll'
    | 'sticker_items'
    | 'message_snapshots'
    | 'message_reference'
    | 'interaction_metadata'
    | 'webhook_id'
    | 'mention_everyone'
    | 'thread'
  >
> & { mentions?: readonly MessageAuthor[]; mention_roles?: readonly string[] }

/**
 * Whether a webhook sent it under a name of its own. An app's response to a command also comes by a webhook, but it is
 * the app's own.
 */
export const isByWebhook = ({ webhook_id, application_id }: MessageView): boolean =>
  webhook_id !== undefined && webhook_id !== application_id

export type MessageComponent = APIMessageTopLevelComponent
export type RowComponent = APIActionRowComponent<APIComponentInMessageActionRow>
export type ContainerChild = APIComponentInContainer
export type Container = APIContainerComponent

/** Discord's color number as `#RRGGBB`. 0 means no color for roles, and black for embeds. */
export const hexColour = (value: number) => `#${value.toString(16).padStart(6, '0').slice(-6)}`
