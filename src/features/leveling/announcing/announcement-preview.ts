import { DiscordAPIError, type Guild, type GuildMember, type GuildTextBasedChannel } from 'discord.js'
import { z } from 'zod'
import { field } from '#contract'
import { UserError } from '#kit/errors.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import { shapeOf } from '#kernel/discord/guild-shape.ts'
import { nonceOptions } from '#kit/nonce.ts'
import { mayWrite } from '#kit/permissions.ts'
import { resolveReferences } from '#kernel/settings/references.ts'
import leveling from '../contract.ts'
import { announcementText } from './announcement.ts'
import { previewLevel } from './contract.ts'

const named = z.object({ channel: field.channel('Channel') })

/** Whether the channel is gone, or its permissions have changed without the bot knowing yet. */
const isShut = (error: unknown) => error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)

const wrongChannel = () => new UserError('leveling.channel', 'Invalid channel or bot lacks permissions')

/** @param given an id, a name or `#name` @throws UserError in the specification's words */
export function previewChannel(guild: Guild, given: string, viewer: GuildMember): GuildTextBasedChannel {
  const { value, problems } = resolveReferences(named, { channel: given }, shapeOf(guild, viewer))
  const channel = guild.channels.cache.get(named.safeParse(value).data?.channel ?? '')
  if (Object.keys(problems).length > 0 || !channel?.isTextBased() || !mayWrite(channel)) throw wrongChannel()
  return channel
}

/**
 * Sends the level-up message as `member` would get it at level 5.
 * @param key the key of the button press
 * @throws UserError if it is empty or too long to be saved, or they cannot write there
 */
export async function sendPreview(
  channel: GuildTextBasedChannel,
  message: string,
  member: GuildMember,
  key?: string,
): Promise<void> {
  const [tooLong] = leveling.settings.shape.levelupMessage.safeParse(message).error?.issues ?? []
  if (tooLong) throw new UserError('leveling.message', tooLong.message)
  const content = announcementText(message, channel.guild, member, previewLevel)
  if (content === '') throw new UserError('leveling.message', 'Please enter a level-up message first')
  await demandInChannel(channel, member, ['ViewChannel', 'SendMessages'])
  try {
    await channel.send({ content, allowedMentions: { parse: [] }, ...nonceOptions(key, [member.id, message]) })
  } catch (err) {
    if (isShut(err)) throw wrongChannel()
    throw err
  }
}
