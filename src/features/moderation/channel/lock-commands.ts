import { ChannelType, type Guild, type GuildBasedChannel, type NonThreadGuildBasedChannel } from 'discord.js'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { hiddenChannel, isHidden } from '#kit/hidden-channel.ts'
import { success } from '#kit/notices.ts'
import { listed } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import { auditReason } from '../audit-log/reason.ts'
import { reason, reasonWithoutTime } from '../commands/reason.ts'
import type moderation from '../contract.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { liftLocks } from '../cases/case-store.ts'
import { publicChannelName } from '../cases/public-channel-name.ts'
import { commandAttribution, logCase } from '../modlog/log-case.ts'
import { demandChannelPermissions } from '../permissions/demand-channel-permissions.ts'
import { relative } from '../template.ts'
import { lockChanges, allowedToWrite, isClosed, type Overwrites } from './lock-overwrites.ts'
import { readLock, storeLock } from './lock-store.ts'
import { endLock, restoreOverwrites, scheduleUnlock } from './timed-lock.ts'
import { overwritesOf, writeOverwrites } from './write-overwrites.ts'
import { withReason } from '../sanctions/wording.ts'

const here = command<typeof moderation>()
type Context = CommandContext<typeof moderation>

const lockable = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildForum] as const
const rights = { needs: ['ManageChannels'], botNeeds: ['ManageRoles', 'ViewChannel'] } as const

/**
 * Returns the channel as Discord has it now: a lock must store its present state even if an event has not arrived yet.
 */
async function fetchLockable(ctx: Context, given: GuildBasedChannel | undefined): Promise<NonThreadGuildBasedChannel> {
  const chosen = given ?? ctx.channel
  if (isHidden(chosen)) throw hiddenChannel()
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

const channel = option.channel('the channel; this one by default', { optional: true, channelTypes: lockable })

/** Returns a sentence about those whom the channel lets write, whatever it says about @everyone. */
function exceptions(overwrites: Overwrites, guild: Guild, selfId: string): string {
  const ids = allowedToWrite(overwrites, guild.id, selfId)
  if (ids.length === 0) return ''
  const shown = ids.slice(0, 10).map(id => (guild.roles.cache.has(id) ? `<@&${id}>` : `<@${id}>`))
  const more = ids.length > shown.length ? [`${ids.length - shown.length} others`] : []
  return ` ${listed([...shown, ...more])} can still write there: the channel's permissions allow it.`
}

const year = 365 * 24 * 3_600_000

/** Changes when an existing lock ends. */
function moveEnd(ctx: Context, channel: NonThreadGuildBasedChannel, duration: number, reason: string | undefined) {
  const { db, guild } = ctx
  const expiresAt = ctx.now() + duration
  const { number } = db.transaction(() => {
    liftLocks(ctx, guild.id, channel.id)
    const recorded = logCase(ctx, guild, { ...commandAttribution(ctx), kind: 'lock', channel, reason, expiresAt })
    const lock = { channelId: channel.id, channelName: publicChannelName(channel), caseNumber: recorded.number }
    scheduleUnlock(ctx, guild.id, expiresAt, lock)
    return recorded
  })
  const told = `<#${channel.id}> stays locked and opens ${relative(expiresAt)}. Case #${number}.`
  return ctx.reply(success(withReason(told, reason)))
}

const lock = here({
  ...rights,
  description: 'Stops members from writing in a channel',
  aliases: ['lockchannel'],
  // In other bots this word locks all channels at once.
  relatedWords: ['lockdown'],
  options: {
    channel,
    duration: option.duration('how long; until it is unlocked when left out', { optional: true, min: 1000, max: year }),
    reason,
  },
  examples: ['', '10m', '#general 1h raid', 'reason: raid'],
  run: (ctx, { channel: given, duration, reason }) =>
    inSubjectQueue(ctx, ctx.guild, (given ?? ctx.channel).id, async () => {
      const channel = await fetchLockable(ctx, given)
      const { db, guild, log } = ctx
      const overwrites = overwritesOf(channel)
      const isLocked = readLock(db, guild.id, channel.id) !== undefined
      if (isLocked && duration !== undefined) return moveEnd(ctx, channel, duration, reason)
      if (isLocked)
        throw new UserError(
          'moderation.locked',
          `<#${channel.id}> is already locked. \`${ctx.written('unlock')}\` opens it again.`,
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
      const at = ctx.now()
      const expiresAt = duration === undefined ? undefined : at + duration
      const timed = { channelId: channel.id, channelName: publicChannelName(channel) }
      const attribution = commandAttribution(ctx)
      const auditText = auditReason(reason ?? null, attribution.moderator)
      const act = { ...attribution, kind: 'lock' as const, channel, reason, expiresAt, auditReason: auditText }
      const close = async (why: string) => {
        // Stored first, so that an interrupted lock can be undone, and only one of two concurrent locks continues.
        const isStored = db.transaction(() => {
          const isNew = storeLock(db, { guildId: guild.id, channelId: channel.id, saved, at })
          if (isNew && expiresAt !== undefined) scheduleUnlock(ctx, guild.id, expiresAt, { ...timed, caseNumber: null })
          return isNew
        })
        if (!isStored) throw new UserError('moderation.locked', `<#${channel.id}> is already being locked.`, 409)
        try {
          await writeOverwrites(channel, changes, why)
        } catch (error) {
          await restoreOverwrites(guild, channel.id, saved, why).then(
            () => endLock(ctx, guild.id, channel.id),
            (err: unknown) =>
              log.warn({ err, guildId: guild.id, channelId: channel.id }, 'half a lock could not be undone'),
          )
          throw error
        }
      }
      const { recorded } = await carryOut(ctx, guild, act, close)
      if (expiresAt !== undefined && recorded)
        scheduleUnlock(ctx, guild.id, expiresAt, { ...timed, caseNumber: recorded.number })
      const lasting = duration === undefined ? '' : ` for ${formatDuration(duration)}`
      const ends = expiresAt === undefined ? '' : ` It opens again ${relative(expiresAt)}.`
      const others = exceptions(overwrites, guild, me.id)
      const told = `Locked <#${channel.id}>${lasting}. ${caseSentence(recorded?.number)}${ends}${others}`
      return ctx.reply(success(withReason(told, reason)))
    }),
})

const unlock = here({
  ...rights,
  description: 'Opens a locked channel again, as it was before',
  aliases: ['unlockchannel'],
  relatedWords: ['unlockdown'],
  options: { channel, reason: reasonWithoutTime },
  examples: ['', '#general'],
  run: (ctx, { channel: given, reason }) =>
    inSubjectQueue(ctx, ctx.guild, (given ?? ctx.channel).id, async () => {
      const channel = await fetchLockable(ctx, given)
      const { db, guild } = ctx
      const saved = readLock(db, guild.id, channel.id)
      if (!saved && isClosed(overwritesOf(channel), guild.id))
        throw new UserError(
          'moderation.not-my-lock',
          `I did not lock <#${channel.id}>, so I do not know what its permissions were before. Allow Send Messages for ${inert('@everyone')} in its permissions.`,
          409,
        )
      if (!saved) throw new UserError('moderation.not-locked', `<#${channel.id}> is not locked.`, 409)
      const attribution = commandAttribution(ctx)
      const auditText = auditReason(reason ?? null, attribution.moderator)
      const act = { ...attribution, kind: 'unlock' as const, channel, reason, auditReason: auditText }
      const { recorded } = await carryOut(ctx, guild, act, async why => {
        await restoreOverwrites(guild, channel.id, saved, why)
        endLock(ctx, guild.id, channel.id)
      })
      return ctx.reply(success(withReason(`Unlocked <#${channel.id}>. ${caseSentence(recorded?.number)}`, reason)))
    }),
})

export const lockCommands = { lock, unlock }
