import { type GuildBasedChannel, type GuildMember, type Message } from 'discord.js'
import { isPersons } from '#kit/human-message.ts'
import type { CommandCall, Context } from '#kernel/feature.ts'
import { activityOf, type Tally } from './activity.ts'
import { announce, isTold } from './announcement.ts'
import leveling, { messageXp } from './contract.ts'
import { neededAt } from './curve.ts'
import { gainOf, type Place } from './message-rate.ts'
import { queueRoles } from './level-roles.ts'

type Here = Context<typeof leveling>

function placeOf(channel: GuildBasedChannel, member: GuildMember | null): Place {
  const parent = channel.parent
  // discord.js gathers the roles anew each time it is asked, and most servers have no list that asks.
  let roles: ReadonlySet<string> | undefined
  return {
    channelIds: [channel.id, parent?.id, parent?.parentId].filter(id => typeof id === 'string'),
    hasRole: id => (roles ??= new Set(member?.roles.cache.keys())).has(id),
  }
}

const anywhere: Place = { channelIds: [], hasRole: () => false }

/** Whether where and by whom something was written makes a difference here. */
const hasLists = ({ roleRates, channelRates, noXpChannels, noXpRoles }: Here['own']): boolean =>
  roleRates.length + channelRates.length + noXpChannels.length + noXpRoles.length > 0

function remember(tally: Tally, member: GuildMember): void {
  tally.name = member.displayName
  tally.avatar = member.user.avatar
}

/**
 * Counts a message and, five seconds after the last, gives its author XP.
 * @returns nothing to wait for unless it brought a level
 */
export function hearMessage(ctx: Here, message: Message): Promise<void> | undefined {
  const { member } = message
  if (!isPersons(message) || !member || !message.inGuild()) return undefined
  const activity = activityOf(ctx)
  const tally = activity.of(ctx.guild.id, member.id)
  // After a lost connection Discord may send an event twice.
  if (message.id <= tally.messageId && message.id.length === tally.messageId.length) return undefined
  tally.messageId = message.id
  tally.waiting.messages++
  remember(tally, member)
  activity.touch(tally)

  const now = ctx.now()
  if (now - tally.earnedAt < messageXp.cooldownMs) return undefined
  const gain = gainOf(ctx.own, hasLists(ctx.own) ? placeOf(message.channel, member) : anywhere, Math.random())
  if (gain === 0) return undefined
  tally.earnedAt = now
  tally.xp += gain
  tally.waiting.gained += gain
  return tally.xp >= neededAt(tally.level) ? reachLevel(ctx, tally, member, message) : undefined
}

/** Stored before anybody hears of it; several levels at once are told as the one that was reached. */
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
    if (ctx.own.levelRoles.some(reward => reward.level <= level)) queueRoles(ctx, ctx.guild.id, member.id)
    activityOf(ctx).flush()
  })
  return isTold(ctx.own, before, level) ? announce(ctx, member, level, channel) : undefined
}

/** Commands earn no XP; a typed one is a message all the same. */
export function hearCommand(ctx: Here, { source, member }: CommandCall): void {
  const activity = activityOf(ctx)
  const tally = activity.of(ctx.guild.id, member.id)
  if (source === 'prefix') {
    tally.waiting.prefixCommands++
    tally.waiting.messages++
  } else tally.waiting.slashCommands++
  remember(tally, member)
  activity.touch(tally)
}
