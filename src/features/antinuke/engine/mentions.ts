import { ChannelType, type Message, PermissionFlagsBits as P } from 'discord.js'
import type { Context, Services } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import type { Action } from './audit-entry.ts'
import { judge, judgeAction } from './intake.ts'
import { shareOf } from './membership.ts'
import type { Powers } from './powers.ts'
import { couldDo, currentPowers, type RosterPerson, personOf } from './roster.ts'
import { audienceOf } from './channel-visibility.ts'

/** Whether a webhook wrote the message by itself: what applications answer to commands has their webhook id, too. */
const isByWebhook = ({ webhookId, interactionMetadata }: Message) => webhookId !== null && interactionMetadata === null

/** Pinging roles of more than this share of all members is pinging everyone. */
const mostMembers = 0.5

/** The share of all members, from 0 to 1, who see the channel of a message, or the channel of its thread. */
function audience(services: Services, powers: Powers, { channel }: Message): number {
  const place = channel.isThread() ? channel.parentId : channel.id
  return place === null ? 1 : audienceOf(services, powers, place)
}

/** The share of all members who are in the message's private thread; 1 where it is not in one. */
function inThread({ channel }: Message): number {
  if (channel.type !== ChannelType.PrivateThread) return 1
  const { memberCount, guild } = channel
  // Discord counts up to 50 members of a thread.
  return memberCount !== null && memberCount < 50 ? memberCount / guild.memberCount : 1
}

/**
 * The share of all members, from 0 to 1, whom a message pings: everyone who can read it, or the holders of roles where
 * those are most members. Pinging a role brings its holders into a private thread.
 */
function reached(services: Services, powers: Powers, message: Message): number {
  const { mentions } = message
  let share = 0
  for (const id of mentions.roles.keys()) share += shareOf(services, powers.guildId, id)
  const pinged = Math.max(mentions.everyone ? inThread(message) : 0, share > mostMembers ? share : 0)
  return pinged === 0 ? 0 : Math.min(pinged, audience(services, powers, message))
}

/**
 * Counts messages that really ping everyone, @here, or most members through their roles. Discord marks messages that
 * only have the words, too.
 */
export function onMessage(ctx: Context<typeof antinuke>, message: Message): void {
  const { mentions, guildId } = message
  if (guildId === null || (!mentions.everyone && mentions.roles.size === 0)) return
  const { author, member, id, channelId, createdTimestamp: at } = message
  const powers = currentPowers(ctx, guildId)
  const weight = powers ? reached(ctx, powers, message) : 0
  if (!powers || weight === 0) return
  const byWebhook = isByWebhook(message)
  const module = byWebhook ? 'anti_webhook' : 'anti_everyone'
  if (!ctx.own.modules[module]) return
  const action: Action = {
    entryId: `message:${id}`,
    type: 0,
    at,
    actorId: author.id,
    module,
    operation: 'change',
    weight,
    needs: byWebhook ? 0n : P.MentionEveryone,
    severe: false,
    object: null,
    targetId: null,
    name: `<#${channelId}>`,
    given: null,
    gave: null,
    reason: null,
    does: mentions.everyone ? 'pinged everyone in' : 'pinged a role of most members in',
  }
  const unknown = { had: undefined, goneAt: undefined, username: author.username }
  if (byWebhook) {
    judge(ctx, guildId, action, powers, { ...unknown, id: author.id, bot: true, webhook: true, roles: [] })
    return
  }
  if (author.id === powers.self.id || author.id === powers.ownerId) return
  const roles = member ? [...member.roles.cache.keys()].filter(role => role !== guildId) : undefined
  const known = personOf(ctx, guildId, author.id)
  const person: RosterPerson | undefined = known ?? (roles && { ...unknown, id: author.id, bot: author.bot, roles })
  // Roles that everybody may ping are the server's choice.
  if (!mentions.everyone && !(person && couldDo(powers, person, action.needs, ctx.now()))) return
  if (known || !person) judgeAction(ctx, guildId, action, powers)
  else judge(ctx, guildId, action, powers, person)
}
