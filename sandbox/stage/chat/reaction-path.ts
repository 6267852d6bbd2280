/** The REST path of one's own reaction with an emoji. */
export function reactionPath(
  channelId: string,
  messageId: string,
  emoji: { id?: string | null; name?: string | null },
) {
  const name = emoji.id ? `${emoji.name ?? '_'}:${emoji.id}` : (emoji.name ?? '')
  return `/channels/${channelId}/messages/${messageId}/reactions/${encodeURIComponent(name)}/@me`
}
