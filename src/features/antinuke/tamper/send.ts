import { type APIButtonComponentWithCustomId, type APIEmbed, ButtonStyle, ComponentType, type Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { colours } from '#kit/notices.ts'
import { mayWrite } from '#kit/permissions.ts'
import { cut, inert, longest } from '#kit/template.ts'
import antinuke from '../contract.ts'

interface Entry {
  at: number
  userId: string | null
  sentences: readonly string[]
  forOwner: boolean
}

interface Alarm {
  entries: readonly Entry[]
  /** How many there are besides. */
  more: number
  undo: readonly APIButtonComponentWithCustomId[]
}

const nobody = { parse: [] }

function embedOf(guild: Guild, entries: readonly Entry[], more: number): APIEmbed {
  const lines = entries.map(({ at, userId, sentences }) => {
    const who = userId === null ? 'Discord does not say who' : `by <@${userId}>`
    return `<t:${Math.round(at / 1000)}:T> ${who}\n${sentences.map(one => `• ${one}`).join('\n')}`
  })
  return {
    color: colours.warning,
    title: cut(`The protection of ${inert(guild.name)} was weakened`, longest.title),
    description: cut([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n\n'), longest.description),
  }
}

async function toLogChannel(services: Services, guild: Guild, { entries, more, undo }: Alarm): Promise<void> {
  const { logChannel } = services.settings.read(guild.id, antinuke)
  const channel = logChannel === null ? undefined : guild.channels.cache.get(logChannel)
  if (!channel?.isTextBased() || !mayWrite(channel, ['EmbedLinks'])) return
  await channel.send({
    embeds: [embedOf(guild, entries, more)],
    ...(undo.length > 0 && { components: [{ type: ComponentType.ActionRow, components: undo }] }),
    allowedMentions: nobody,
  })
}

async function toOwner(services: Services, guild: Guild, { entries, more }: Alarm): Promise<void> {
  const theirs = entries.filter(({ forOwner }) => forOwner)
  if (theirs.length === 0) return
  const url = new URL(`/manage/${guild.id}/history`, services.config.http.publicUrl).href
  const owner = await services.client.users.fetch(guild.ownerId)
  await owner.send({
    embeds: [embedOf(guild, theirs, more)],
    components: [
      {
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Look at it and undo it', url }],
      },
    ],
    allowedMentions: nobody,
  })
}

/**
 * Posts to the log channel and writes to the owner. What Discord refuses, such as closed direct messages, is logged.
 * @throws while Discord is out of order, so that it is tried again
 */
export async function sendAlarm(services: Services, guild: Guild, alarm: Alarm): Promise<void> {
  const results = await Promise.allSettled([toOwner(services, guild, alarm), toLogChannel(services, guild, alarm)])
  const failed = results.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : []))
  for (const err of failed) services.log.warn({ err, guildId: guild.id, feature: antinuke.name }, 'alarm not delivered')
  if (failed.length === results.length && failed.every(isOutage)) throw failed[0]
}
