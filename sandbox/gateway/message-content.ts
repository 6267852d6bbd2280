import { withoutContent } from '../world/messages/content.ts'

type Payload = Record<string, unknown>

/** The data of an event as a bot without the MESSAGE_CONTENT intent gets it. */
export function eventWithoutContent(type: string, data: Payload, botUserId: string): Payload {
  if (type === 'AUTO_MODERATION_ACTION_EXECUTION') return { ...data, content: '', matched_content: '' }
  if (type !== 'MESSAGE_CREATE' && type !== 'MESSAGE_UPDATE') return data
  return withoutContent(data, botUserId, data['guild_id'] !== undefined)
}
