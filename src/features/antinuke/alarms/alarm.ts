import {
  type APIButtonComponent,
  type APIEmbed,
  ComponentType,
  type Guild,
  type MessageCreateOptions,
} from 'discord.js'
import { z } from 'zod'
import { inLane } from '#kernel/discord/lanes.ts'
import { job, jobHandle, type Services, state } from '#kernel/feature.ts'
import { newThingId } from '#kit/design.ts'
import { isOutage, isRefusal } from '#kit/discord-errors.ts'
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
  /** Whether it is true only now: if Discord does not take it, it is not sent later. */
  onlyNow?: boolean
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

/** Where an alarm is shown. */
const places = z.enum(['owner', 'channel'])
type Place = z.output<typeof places>

const unsent = z.object({ to: places, title: z.string(), message: z.custom<MessageCreateOptions>() })
const sending = jobHandle(unsent)
const againMs = 5000

/** Sends a message to where alarms are shown. @returns whether there is such a place @throws Discord's refusal */
async function send(
  { client, settings }: Services,
  guild: Guild,
  to: Place,
  message: MessageCreateOptions,
): Promise<boolean> {
  if (to === 'owner') {
    await client.users.send(guild.ownerId, message)
    return true
  }
  const { logChannel } = settings.read(guild.id, antinuke)
  const channel = logChannel === null ? undefined : guild.channels.cache.get(logChannel)
  if (channel?.isTextBased() !== true || !mayWrite(channel, ['EmbedLinks'])) return false
  await channel.send(message)
  return true
}

/** The same, if Discord does not refuse it. @returns whether it arrived @throws if Discord does not answer */
async function attempt(services: Services, guild: Guild, to: Place, message: MessageCreateOptions): Promise<boolean> {
  try {
    return await inLane('repair', () => send(services, guild, to, message))
  } catch (err) {
    if (isOutage(err)) throw err
    // Somebody has closed their direct messages, or the bot may not use the channel.
    const level = isRefusal(err) ? 'info' : 'warn'
    services.log[level]({ err, guildId: guild.id, feature: antinuke.name }, 'an alarm did not arrive')
    return false
  }
}

/** Sends an alarm that Discord did not take at first. */
export const sendAlarmAgain = job({
  handle: sending,
  payload: unsent,
  lane: 'repair',
  promise: ({ to, title }) =>
    to === 'owner' ? `tell the server owner: “${title}”` : `post in the log channel: “${title}”`,
  async run(services, { to, message }, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (!guild) return
    // A bot that started during an outage knows neither the server's owner nor its channels.
    if (!guild.available && (to === 'channel' || !guild.ownerId)) throw new Error('the server is not available')
    await attempt(services, guild, to, message)
  },
})

/**
 * Sends an alarm to the owner by direct message, and to the log channel. Nobody is pinged. Never throws; what Discord
 * does not take now follows. Call it once the cause has been dealt with: a message must never delay a sanction.
 * @returns where it arrived, or will
 */
export async function alarm(services: Services, guildId: string, what: Alarm): Promise<Record<Place, boolean>> {
  const { client, log, now, scheduler } = services
  const guild = client.guilds.cache.get(guildId)
  if (!guild) return { owner: false, channel: false }
  const told = toldOf(services, guildId)
  const { ownerKey, title } = what
  const tellOwner = ownerKey !== null && Math.abs(now() - (told.get(ownerKey) ?? -Infinity)) >= onceMs
  if (tellOwner) told.set(ownerKey, now())
  const embed = embedOf(what, guild.name)
  const deliver = async (to: Place): Promise<boolean> => {
    const buttons = what.buttons?.[to] ?? []
    const message: MessageCreateOptions = {
      embeds: [embed],
      ...(buttons.length > 0 && { components: [{ type: ComponentType.ActionRow, components: buttons }] }),
      allowedMentions: { parse: [] },
      // Discord may have taken a message that it did not answer.
      nonce: newThingId(),
      enforceNonce: true,
    }
    try {
      return await attempt(services, guild, to, message)
    } catch (err) {
      log.warn({ err, guildId, feature: antinuke.name }, 'an alarm was not taken')
      if (what.onlyNow === true) return false
      const later = { ...message, embeds: [{ ...embed, timestamp: new Date(now()).toISOString() }] }
      scheduler.at(sending, { at: now() + againMs, guildId, payload: { to, title, message: later } })
      return true
    }
  }
  const [owner, channel] = await Promise.all([tellOwner && deliver('owner'), deliver('channel')])
  return { owner, channel }
}
