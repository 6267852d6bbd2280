import { type GuildTextBasedChannel, type MessageCreateOptions, SnowflakeUtil } from 'discord.js'

/** The most that our clock and Discord's may differ (ms). */
const slackMs = 60_000

const comparedText = (
  content: string | null | undefined,
  embed: { title?: string | null; description?: string | null } = {},
) => JSON.stringify([content ?? '', embed.title ?? '', embed.description ?? ''])

/**
 * Whether the bot has posted this text in the channel since `since` (Unix ms). Used if a crash interrupted the sending
 * too long ago for Discord to recognize the nonce. If the history cannot be read, the answer is yes, because greeting
 * somebody twice is worse.
 */
export async function isAlreadyPosted(
  channel: GuildTextBasedChannel,
  message: MessageCreateOptions,
  since: number,
): Promise<boolean> {
  const { client } = channel
  if (!channel.permissionsFor(client.user)?.has('ReadMessageHistory')) return true
  const after = SnowflakeUtil.generate({ timestamp: since - slackMs }).toString()
  const found = await channel.messages.fetch({ after, limit: 100, cache: false })
  const [embed] = message.embeds ?? []
  const wanted = comparedText(message.content, embed && !('toJSON' in embed) ? embed : undefined)
  return found.some(
    ({ author, content, embeds }) => author.id === client.user.id && comparedText(content, embeds[0]) === wanted,
  )
}
