import { type APIButtonComponent, type APIEmbed, ComponentType } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Services, state } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { mayWrite } from '#kit/permissions.ts'
import { colours } from '#kit/notices.ts'
import { cut, messageLimits } from '#kit/template.ts'
import antinuke from '../contract.ts'

/** Something that a server's owner must know. */
export interface Alarm {
  title: string
  /** One sentence or a few: what happened, and what to do. */
  text: string
  fields?: readonly { name: string; value: string }[]
  /** 'alarm' while harm is done, 'news' once it is over. */
  tone?: 'alarm' | 'news'
  /**
   * Alarms with the same key reach the owner once in ten minutes; the log channel gets all of them. Null for the log
   * channel alone.
   */
  ownerKey: string | null
  /**
   * Buttons below the message, for each place where it is shown: at most five. Buttons that take more than owning the
   * server can be pressed only in the server.
   */
  buttons?: { owner?: readonly APIButtonComponent[]; channel?: readonly APIButtonComponent[] }
}

const onceMs = 10 * 60_000
/** When the owner was last told, by key (Unix ms). */
const toldOf = state(() => new Map<string, number>())

function embedOf({ title, text, fields = [], tone = 'alarm' }: Alarm, guildName: string): APIEmbed {
  return {
    color: tone === 'alarm' ? colours.error : colours.success,
    title: cut(title, messageLimits.title),
    description: cut(text, messageLimits.description),
    fields: fields.map(({ name, value }) => ({ name: cut(name, 256), value: cut(value, 1024) })),
    footer: { text: cut(`Anti-nuke · ${guildName}`, 2048) },
  }
}

/** Sends an alarm in the background, for callers that do not need to know where it arrived. */
export const raise = (services: Services, guildId: string, what: Alarm): void =>
  services.background(alarm(services, guildId, what), {
    text: 'an alarm was not sent',
    guildId,
    feature: antinuke.name,
  })

/**
 * Sends an alarm to the owner by direct message, and to the log channel. Nobody is pinged. Never throws. Call it once
 * the cause has been dealt with: a message must never delay a sanction.
 * @returns where it arrived
 */
export async function alarm(
  services: Services,
  guildId: string,
  what: Alarm,
): Promise<{ owner: boolean; channel: boolean }> {
  const { client, settings, log, now } = services
  const guild = client.guilds.cache.get(guildId)
  if (!guild) return { owner: false, channel: false }
  const embeds = [embedOf(what, guild.name)]
  const attempt = async (send: () => Promise<unknown>): Promise<boolean> => {
    try {
      await send()
      return true
    } catch (err) {
      // Somebody has closed their direct messages, or the bot may not use the channel.
      log[isRefusal(err) ? 'info' : 'warn']({ err, guildId, feature: antinuke.name }, 'an alarm did not arrive')
      return false
    }
  }
  const { logChannel } = settings.read(guildId, antinuke)
  const channel = logChannel === null ? undefined : guild.channels.cache.get(logChannel)
  const told = toldOf(services, guildId)
  const { ownerKey } = what
  const tellOwner = ownerKey !== null && Math.abs(now() - (told.get(ownerKey) ?? -Infinity)) >= onceMs
  if (tellOwner) told.set(ownerKey, now())
  const messageWith = (buttons: readonly APIButtonComponent[] = []) => ({
    embeds,
    ...(buttons.length > 0 && { components: [{ type: ComponentType.ActionRow as const, components: buttons }] }),
    allowedMentions: { parse: [] },
  })
  return inLane('repair', async () => {
    const [owner, posted] = await Promise.all([
      tellOwner && attempt(() => client.users.send(guild.ownerId, messageWith(what.buttons?.owner))),
      channel?.isTextBased() === true &&
        mayWrite(channel, ['EmbedLinks']) &&
        attempt(() => channel.send(messageWith(what.buttons?.channel))),
    ])
    return { owner, channel: posted }
  })
}
