type Payload = Record<string, unknown>

const isPayload = (value: unknown): value is Payload => typeof value === 'object' && value !== null
const idOf = (value: unknown) => (isPayload(value) ? value['id'] : undefined)

const mayRead = (message: Payload, botUserId: string) =>
  message['guild_id'] === undefined ||
  idOf(message['author']) === botUserId ||
  (Array.isArray(message['mentions']) && message['mentions'].some(user => idOf(user) === botUserId))

function emptied(message: Payload): Payload {
  const { poll: _poll, message_snapshots: _snapshots, ...rest } = message
  for (const key of ['embeds', 'attachments', 'components']) if (key in rest) rest[key] = []
  return { ...rest, ...('content' in rest ? { content: '' } : {}) }
}

/**
 * A message event as a bot without the MESSAGE_CONTENT intent gets it: fields that members wrote are empty, except in
 * its own messages, direct messages and messages that mention it. Source: Discord's documentation, "Message Content Intent".
 */
export function withoutContent(type: string, data: Payload, botUserId: string): Payload {
  if (type === 'AUTO_MODERATION_ACTION_EXECUTION') return { ...data, content: '', matched_content: '' }
  if (type !== 'MESSAGE_CREATE' && type !== 'MESSAGE_UPDATE') return data
  const referenced = data['referenced_message']
  const inner =
    isPayload(referenced) && !mayRead({ ...referenced, guild_id: data['guild_id'] }, botUserId)
      ? { ...data, referenced_message: emptied(referenced) }
      : data
  return mayRead(data, botUserId) ? inner : emptied(inner)
}
