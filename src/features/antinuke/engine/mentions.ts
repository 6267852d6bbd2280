import { type Message, PermissionFlagsBits as P } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import type { Action } from './audit-entry.ts'
import { judge, takeAction } from './intake.ts'
import { shareOf } from './membership.ts'
import { couldDo, currentPowers, type RosterPerson, personOf } from './roster.ts'

/** Whether a webhook wrote it by itself: what applications answer to commands has their id, too. */
const isByWebhook = ({ webhookId, interactionMetadata }: Message) => webhookId !== null && interactionMetadata === null

/** Pinging the roles of more members than this share of all is pinging everyone. */
const mostMembers = 0.5

/** How many of all members a message pings, from 0 to 1, where that is most of them. */
function reached(services: Context<typeof antinuke>, guildId: string, { mentions }: Message): number {
  if (mentions.everyone) return 1
  let share = 0
  for (const id of mentions.roles.keys()) share += shareOf(services, guildId, id)
  return share > mostMembers ? Math.min(share, 1) : 0
}

/**
 * Counts messages that really ping everyone or everyone who is here, or most of them by their roles; Discord says so of
 * the others' words, too.
 */
export function onMessage(ctx: Context<typeof antinuke>, message: Message): void {
  const { mentions, guildId } = message
  if (guildId === null || (!mentions.everyone && mentions.roles.size === 0)) return
  const { author, member, id, channelId, createdTimestamp: at } = message
  const weight = reached(ctx, guildId, message)
  if (weight === 0) return
  const byWebhook = isByWebhook(message)
  const module = byWebhook ? 'anti_webhook' : 'anti_everyone'
  const powers = currentPowers(ctx, guildId)
  if (!powers || !ctx.own.modules[module]) return
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
