import { type GuildBasedChannel, type GuildMember, type Message } from 'discord.js'
import { since } from '#kit/clock.ts'
import { isHumanMessage } from '#kit/human-message.ts'
import type { CommandCall, Context } from '#kernel/feature.ts'
import { activityOf, type Tally } from './activity.ts'
import { announce, isAnnounced } from '../announcing/announcement.ts'
import leveling, { messageXp } from '../contract.ts'
import { neededAt } from '../curve.ts'
import { messageGain, type RateContext } from './message-rate.ts'
import { queueLevelRoles } from '../role-changes/level-roles.ts'

type Here = Context<typeof leveling>

function rateContextOf(channel: GuildBasedChannel, member: GuildMember | null): RateContext {
  const parent = channel.parent
  // Collected lazily: discord.js builds the collection on each access, and most servers have no list that needs it.
  let roles: ReadonlySet<string> | undefined
  return {
    channelIds: [channel.id, parent?.id, parent?.parentId].filter(id => typeof id === 'string'),
    hasRole: id => (roles ??= new Set(member?.roles.cache.keys())).has(id),
  }
}

const anywhere: RateContext = { channelIds: [], hasRole: () => false }

/** Whether XP depends on the channel or the author in this server. */
const hasLists = ({ roleRates, channelRates, noXpChannels, noXpRoles }: Here['own']): boolean =>
  roleRates.length + channelRates.length + noXpChannels.length + noXpRoles.length > 0

function remember(tally: Tally, member: GuildMember): void {
  tally.name = member.displayName
  tally.avatar = member.user.avatar
}

/**
 * Counts a message and, if five seconds have passed since the last one that earned, gives its author XP.
 * @returns a promise only if the author reached a level
 */
export function countMessage(ctx: Here, message: Message): Promise<void> | undefined {
  if (!isHumanMessage(message) || !message.inGuild()) return undefined
  // The same as `message.member`, but without the several lookups of the library.
  const member = ctx.guild.members.cache.get(message.author.id)
  if (!member) return undefined
  const activity = activityOf(ctx)
  const tally = activity.of(ctx.guild.id, member.id)
  // After a lost connection, Discord may send an event twice.
  if (message.id <= tally.messageId && message.id.length === tally.messageId.length) return undefined
  tally.messageId = message.id
  tally.waiting.messages++
  remember(tally, member)
  activity.touch(tally)

  const now = ctx.now()
  if (since(tally.earnedAt, now) < messageXp.cooldownMs) return undefined
  const gain = messageGain(
    ctx.own,
    hasLists(ctx.own) ? rateContextOf(message.channel, member) : anywhere,
    Math.random(),
  )
  if (gain === 0) return undefined
  tally.earnedAt = now
  tally.xp += gain
  tally.waiting.gained += gain
  return tally.xp >= neededAt(tally.level) ? reachLevel(ctx, tally, member, message) : undefined
}

/** Stores the level before announcing it; if several levels were gained at once, only the highest is announced. */
function reachLevel(
  ctx: Here,
  tally: Tally,
  member: GuildMember,
  { channel }: Message<true>,
): Promise<void> | undefined {
  const before = tally.level
  while (tally.xp >= neededAt(tally.level)) {
    tally.xp -= neededAt(tally.level)
    tally.level++
  }
  const { level } = tally
  ctx.db.transaction(() => {
    if (ctx.own.levelRoles.some(reward => reward.level <= level)) queueLevelRoles(ctx, ctx.guild.id, member.id)
    activityOf(ctx).flush()
  })
  return isAnnounced(ctx.own, before, level) ? announce(ctx, member, level, channel) : undefined
}

/** Counts a command. Commands earn no XP, but a typed one also counts as a message. */
export function countCommand(ctx: Here, { source, member }: CommandCall): void {
  const activity = activityOf(ctx)
  const tally = activity.of(ctx.guild.id, member.id)
  if (source === 'prefix') {
    tally.waiting.prefixCommands++
    tally.waiting.messages++
  } else tally.waiting.slashCommands++
  remember(tally, member)
  activity.touch(tally)
}
