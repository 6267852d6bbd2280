import type { APIMessage } from 'discord-api-types/v10'

/** What a search can ask of a message beside its words. Source: Discord's API description. */
export const things = ['link', 'embed', 'file', 'image', 'video', 'sound', 'sticker', 'poll', 'snapshot'] as const

export function hasThing(message: APIMessage, thing: string): boolean {
  const { attachments, embeds, content } = message
  const carries = (kind: string) => attachments.some(({ content_type }) => content_type?.startsWith(`${kind}/`))
  switch (thing) {
    case 'link':
      return /https?:\/\//.test(content)
    case 'embed':
      return embeds.length > 0
    case 'file':
      return attachments.length > 0
    case 'image':
      return carries('image') || embeds.some(({ image }) => image !== undefined)
    case 'video':
      return carries('video') || embeds.some(({ video }) => video !== undefined)
    case 'sound':
      return carries('audio')
    case 'sticker':
      return (message.sticker_items ?? []).length > 0
    case 'poll':
      return message.poll !== undefined
    default:
      return (message.message_snapshots ?? []).length > 0
  }
}
