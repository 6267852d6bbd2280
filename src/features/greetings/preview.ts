import type { Guild, GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { nonceOptions } from '#kit/nonce.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import type { Services } from '#kernel/feature.ts'
import greetings, { greetingOf, type GreetingKind, titles } from './contract.ts'
import { greetingMessage } from './sending/message.ts'
import { takeSnapshot } from './sending/member-snapshot.ts'
import { writableChannel } from './sending/writable-channel.ts'

/**
 * Posts a greeting to its channel, as if `member` had just joined or left. Nobody is notified.
 * @param key the key of the button press
 * @returns a sentence about what was done
 * @throws UserError if it is off, has no channel, or the bot cannot write there
 */
export async function sendPreview(
  services: Services,
  guild: Guild,
  kind: GreetingKind,
  member: GuildMember,
  key?: string,
): Promise<string> {
  const greeting = greetingOf(services.settings.read(guild.id, greetings), kind)
  if (!greeting.enabled) throw new UserError('greetings.off', `${titles[kind]} messages are not enabled`)
  if (greeting.channel === null)
    throw new UserError('greetings.no-channel', `No channel configured for ${kind} messages`)
  const place = writableChannel(guild, greeting.channel)
  if ('problem' in place) throw new UserError('greetings.cannot-write', place.problem)
  const { channel } = place
  await demandInChannel(channel, member, ['ViewChannel', 'SendMessages'])
  const person = takeSnapshot(member)
  const occasion = { guild, channel, kind, greeting, userId: member.id, person, ping: false }
  const message = await greetingMessage(services, occasion)
  await channel.send({ ...message, ...nonceOptions(key, [member.id, kind, greeting]) })
  return `${titles[kind]} preview sent!`
}
