import type { DMChannel, NonThreadGuildBasedChannel } from 'discord.js'
import type { Context, Services } from '#kernel/feature.ts'
import { listed } from '#kit/permissions.ts'
import type antinuke from '../contract.ts'
import { whenChannelsHidden } from '../journal/journal-events.ts'
import { raiseAlarm } from './alarms.ts'
import { awaitEntry, lastToTouch } from './entries.ts'

const mostNamed = 10

function raise(services: Services, guildId: string, channelIds: readonly string[], sentence: string): void {
  const userId = lastToTouch(services, guildId, channelIds)
  const alarmId = raiseAlarm(services, guildId, { userId, sentences: [sentence], revision: null, forOwner: true })
  if (userId === null) awaitEntry(services, guildId, alarmId, channelIds)
}

/** Raises an alarm when the channel in which alarms are posted is deleted. */
export function onChannelDeleted(ctx: Context<typeof antinuke>, channel: DMChannel | NonThreadGuildBasedChannel): void {
  if (channel.id !== ctx.own.logChannel || channel.isDMBased()) return
  raise(ctx, ctx.guild.id, [channel.id], 'The log channel was deleted')
}

/** Raises alarms when channels are hidden from the bot, which then cannot watch over them. */
export function watchHiding(services: Services): void {
  whenChannelsHidden(services, (_services, guildId, channelIds) => {
    const more = channelIds.length - mostNamed
    const named = [...channelIds.slice(0, mostNamed).map(id => `<#${id}>`), ...(more > 0 ? [`${more} more`] : [])]
    raise(services, guildId, channelIds, `Hidden from me: ${listed(named)}`)
  })
}
