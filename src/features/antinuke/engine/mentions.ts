import { ChannelType, type Message, PermissionFlagsBits as P } from 'discord.js'
import type { Context, Services } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import type { Action } from './audit-entry.ts'
import { judge, takeAction } from './intake.ts'
import { shareOf } from './membership.ts'
import type { Powers } from './powers.ts'
import { couldDo, currentPowers, type RosterPerson, personOf } from './roster.ts'
import { audienceOf } from './sight.ts'

/** Whether a webhook wrote it by itself: what applications answer to commands has their id, too. */
const isByWebhook = ({ webhookId, interactionMetadata }: Message) => webhookId !== null && interactionMetadata === null

/** Pinging the roles of more members than this share of all is pinging everyone. */
const mostMembers = 0.5

/** How many of all members see what is written in a channel, from 0 to 1; in a private thread, those in it. */
function reading(services: Services, powers: Powers, { channel }: Message): number {
  if (!channel.isThread()) return audienceOf(services, powers, channel.id)
  const { parentId, memberCount, guild } = channel
  const ofParent = parentId === null ? 1 : audienceOf(services, powers, parentId)
  // Discord counts no more.
  const isCounted = channel.type === ChannelType.PrivateThread && memberCount !== null && memberCount < 50
  return isCounted ? Math.min(ofParent, memberCount / guild.memberCount) : ofParent
}

/** How many of all members a message pings, from 0 to 1: everyone who reads it, or of roles where those are most. */
function reached(services: Services, powers: Powers, message: Message): number {
  const { mentions } = message
  let share = mentions.everyone ? 1 : 0
  for (const id of mentions.roles.keys()) share += shareOf(services, powers.guildId, id)
  return share > mostMembers ? Math.min(share, reading(services, powers, message)) : 0
}

/**
 * Counts messages that really ping everyone or everyone who is here, or most of them by their roles; Discord says so of
 * the others' words, too.
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
  // What everybody may ping is the server's choice.
  if (!mentions.everyone && !(person && couldDo(powers, person, action.needs, ctx.now()))) return
  if (known || !person) takeAction(ctx, guildId, action, powers)
  else judge(ctx, guildId, action, powers, person)
}
