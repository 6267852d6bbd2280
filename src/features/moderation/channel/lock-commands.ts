import { ChannelType, type Guild, type GuildBasedChannel, type NonThreadGuildBasedChannel } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { listed } from '#kit/permissions.ts'
import { auditReason } from '../audit-log/reason.ts'
import { longestReason } from '../contract.ts'
import type moderation from '../contract.ts'
import { commandAttribution, logCase } from '../modlog/log-case.ts'
import { demandChannelPermissions } from '../permissions/demand-channel-permissions.ts'
import {
  lockChanges,
  allowedToWrite,
  isClosed,
  unlockChanges,
  type Overwrites,
  type SavedOverwrite,
} from './lock-overwrites.ts'
import { forgetLock, readLock, storeLock } from './lock-store.ts'
import { overwritesOf, writeOverwrites } from './write-overwrites.ts'

const here = command<typeof moderation>()
type Context = CommandContext<typeof moderation>

const lockable = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildForum] as const
const rights = { needs: ['ManageChannels'], botNeeds: ['ManageRoles', 'ViewChannel'] } as const

/** The channel as Discord has it now: what a lock remembers must not be what an event has not brought yet. */
async function fetchLockable(ctx: Context, given: GuildBasedChannel | undefined): Promise<NonThreadGuildBasedChannel> {
  const chosen = given ?? ctx.channel
  const channel = lockable.some(type => type === chosen.type)
    ? await ctx.guild.channels.fetch(chosen.id, { force: true })
    : null
  if (!channel || channel.isThread())
    throw new UserError(
      'moderation.not-lockable',
      'Name a text, announcement or forum channel: threads and voice channels cannot be locked.',
    )
  demandChannelPermissions(channel, ctx.member, rights)
  return channel
}

const options = {
  channel: option.channel('the channel; this one by default', { optional: true, channelTypes: lockable }),
  reason: option.rest('why', { optional: true, max: longestReason }),
}

/** Who the channel itself lets write, whatever it says of @everyone. */
function exceptions(overwrites: Overwrites, guild: Guild, selfId: string): string {
  const ids = allowedToWrite(overwrites, guild.id, selfId)
  if (ids.length === 0) return ''
  const shown = ids.slice(0, 10).map(id => (guild.roles.cache.has(id) ? `<@&${id}>` : `<@${id}>`))
  const more = ids.length > shown.length ? [`${ids.length - shown.length} others`] : []
  return ` ${listed([...shown, ...more])} can still write there: the channel's permissions allow it.`
}

/** @throws what Discord answers; the lock stays stored until everything is as it was */
async function restoreOverwrites(
  ctx: Context,
  channelId: string,
  saved: readonly SavedOverwrite[],
  reason: string,
): Promise<void> {
  const channel = await ctx.guild.channels.fetch(channelId, { force: true })
  if (channel && !channel.isThread())
    await writeOverwrites(channel, unlockChanges(overwritesOf(channel), saved), reason)
  forgetLock(ctx.db, ctx.guild.id, channelId)
}

const lock = here({
  ...rights,
  description: 'Stops members from writing in a channel',
  options,
  examples: ['', '#general raid'],
  async run(ctx, { channel: given, reason }) {
    const channel = await fetchLockable(ctx, given)
    const { db, guild, log } = ctx
    const overwrites = overwritesOf(channel)
    if (readLock(db, guild.id, channel.id))
      throw new UserError(
        'moderation.locked',
        `<#${channel.id}> is locked already. \`${ctx.prefix}unlock\` opens it again.`,
        409,
      )
    if (isClosed(overwrites, guild.id))
      throw new UserError(
        'moderation.closed',
        `Members cannot write in <#${channel.id}> anyway: there is nothing to lock.`,
        409,
      )
    const me = await guild.members.fetchMe()
    const self = { id: me.id, roleIds: [...me.roles.cache.keys()], permissions: me.permissions.bitfield }
    const { changes, saved } = lockChanges(overwrites, guild.id, self)
    // Remembered first: what a crash interrupts can be undone, and of two at once only one goes on.
    if (!storeLock(db, { guildId: guild.id, channelId: channel.id, saved, at: ctx.now() }))
      throw new UserError('moderation.locked', `<#${channel.id}> is being locked already.`, 409)
    const why = auditReason(reason ?? null, commandAttribution(ctx).moderator)
    try {
      await writeOverwrites(channel, changes, why)
    } catch (error) {
      await restoreOverwrites(ctx, channel.id, saved, why).catch((err: unknown) =>
        log.warn({ err, guildId: guild.id, channelId: channel.id }, 'half a lock could not be undone'),
      )
      throw error
    }
    const { number } = logCase(ctx, guild, { ...commandAttribution(ctx), kind: 'lock', channel, reason })
    return ctx.reply(success(`Locked <#${channel.id}>. Case #${number}.${exceptions(overwrites, guild, me.id)}`))
  },
})

const unlock = here({
  ...rights,
  description: 'Opens a locked channel again, as it was before',
  options,
  examples: ['', '#general'],
  async run(ctx, { channel: given, reason }) {
    const channel = await fetchLockable(ctx, given)
    const { db, guild } = ctx
    const saved = readLock(db, guild.id, channel.id)
    if (!saved && isClosed(overwritesOf(channel), guild.id))
      throw new UserError(
        'moderation.not-my-lock',
        `I did not close <#${channel.id}>, so I do not know what its permissions were before. Allow Send Messages for @everyone in its permissions.`,
        409,
      )
    if (!saved) throw new UserError('moderation.not-locked', `<#${channel.id}> is not locked.`, 409)
    await restoreOverwrites(ctx, channel.id, saved, auditReason(reason ?? null, commandAttribution(ctx).moderator))
    const { number } = logCase(ctx, guild, { ...commandAttribution(ctx), kind: 'unlock', channel, reason })
    return ctx.reply(success(`Unlocked <#${channel.id}>. Case #${number}.`))
  },
})

export const lockCommands = { lock, unlock }
