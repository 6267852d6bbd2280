/** Where one's own reaction with an emoji is put and taken away. */
export function reactionPath(
  channelId: string,
  messageId: string,
  emoji: { id?: string | null; name?: string | null },
) {
  const name = emoji.id ? `${emoji.name ?? '_'}:${emoji.id}` : (emoji.name ?? '')
  return `/channels/${channelId}/messages/${messageId}/reactions/${encodeURIComponent(name)}/@me`
}
