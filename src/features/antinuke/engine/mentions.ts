import { type Message, PermissionFlagsBits as P } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import type { Action } from './audit-entry.ts'
import { judge, takeAction } from './intake.ts'
import { currentPowers, personOf } from './roster.ts'

/** Whether a webhook wrote it by itself: what applications answer to commands has their id, too. */
const isByWebhook = ({ webhookId, interactionMetadata }: Message) => webhookId !== null && interactionMetadata === null

/** Counts messages that really ping everyone or everyone who is here; Discord says so of the others' words, too. */
export function onMessage(ctx: Context<typeof antinuke>, message: Message): void {
  const { mentions, author, member, id, channelId, createdTimestamp: at, guildId } = message
  if (!mentions.everyone || guildId === null) return
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
    weight: 1,
    needs: byWebhook ? 0n : P.MentionEveryone,
    severe: false,
    object: null,
    targetId: null,
    name: `<#${channelId}>`,
    given: null,
    gave: null,
    reason: null,
    does: 'pinged everyone in',
  }
  const unknown = { had: undefined, goneAt: undefined, username: author.username }
  if (byWebhook) {
    judge(ctx, guildId, action, powers, { ...unknown, id: author.id, bot: true, webhook: true, roles: [] })
    return
  }
  if (author.id === powers.self.id || author.id === powers.ownerId) return
  const roles = member ? [...member.roles.cache.keys()].filter(role => role !== guildId) : undefined
  const known = personOf(ctx, guildId, author.id)
  if (known || !roles) takeAction(ctx, guildId, action, powers)
  else judge(ctx, guildId, action, powers, { ...unknown, id: author.id, bot: author.bot, roles })
}
