import type { Guild, GuildMember, User } from 'discord.js'
import { isOutage } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { inert } from '#kit/template.ts'
import { currentBan } from '../acts/evidence.ts'
import { isByModerator } from '../cases/contract.ts'
import type { SanctionKind } from '../contract.ts'
import { demandPermission, demandHierarchy, currentMember } from '../permissions/demand-permission.ts'
import { cancelUnban, scheduleUnban } from './ban-timer.ts'
import { demandUnprotected } from '../permissions/protection.ts'
import { refusalSentence } from './refusal.ts'
import type { SanctionOrder } from './sanction-order.ts'
import { sanctionWording } from './wording.ts'

/** Discord's longest timeout: https://discord.com/developers/docs/resources/guild#modify-guild-member */
export const longestTimeoutMs = 28 * 24 * 60 * 60_000
/** Seconds of messages that a softban deletes: Discord's most. */
const softbanSeconds = 7 * 24 * 60 * 60
/** A softban that was cut off in the middle is finished this much later. */
const softbanRescueMs = 60_000

interface DiscordAction {
  guild: Guild
  target: User
  kind: SanctionKind
  moderatorId: string
  /** What Discord's audit log says; names the moderator. */
  auditReason: string
  /** When it ends, for a timeout and a temporary ban; Unix ms. */
  expiresAt: number | null
  deleteMessageSeconds: number
}

async function demandNoBan(guild: Guild, target: User): Promise<void> {
  if (await currentBan(guild, target.id))
    throw new UserError('moderation.already', `${inert(target.tag)} is banned already.`)
}

export const notHere = ({ tag }: Pick<User, 'tag'>) =>
  new UserError('moderation.not-found', `${inert(tag)} is not a member of this server.`, 404)

export const notInServer = () => new UserError('moderation.gone', 'You are no longer a member of this server.', 403)

type Ordered = Pick<SanctionOrder, 'guild' | 'target' | 'kind' | 'source' | 'moderatorId'>

/**
 * Checks what keeps somebody out of reach of a sanction: that they are spared, that they, or we, stand too low, or that the
 * bot lacks the permission.
 * @param sanctioned.isSpared whether whoever is out of moderation's reach is spared
 * @param actor who asked for it; null when the product itself acts
 * @param member the target's membership, where they are here
 * @throws UserError in a sentence that says what to change
 */
export async function demandReach(
  services: Pick<Services, 'access'>,
  { guild, targetId, kind, isSpared }: { guild: Guild; targetId: string; kind: SanctionKind; isSpared: boolean },
  actor: GuildMember | null,
  member: GuildMember | undefined,
): Promise<void> {
  const { verb, needs } = sanctionWording[kind]
  if (isSpared) demandUnprotected(services, guild, targetId, actor)
  if (member)
    await demandHierarchy(actor, member, { verb, comparesBotRole: needs !== null, timeout: kind === 'timeout' })
  if (needs) await demandPermission(guild, needs)
}

/**
 * Checks all that can be known before Discord is asked.
 * @param ordered only for moderators and automations is the place of who asked for it judged
 * @returns the target's membership, undefined for somebody outside who can be banned all the same
 * @throws UserError in a sentence that says what to change
 */
export async function demandSanctionable(
  services: Pick<Services, 'access' | 'db' | 'memory' | 'now'>,
  { guild, target, kind, source, moderatorId }: Ordered,
): Promise<GuildMember | undefined> {
  // Whoever set up an automation answers for what it does.
  const hasActor = isByModerator(source) || source === 'automation'
  const actorId = hasActor ? moderatorId : null
  const actor = actorId === null ? null : await currentMember(services, guild, actorId)
  if (actor === undefined) throw notInServer()
  const member = await currentMember(services, guild, target.id)
  const isSpared = hasActor || source === 'automod'
  await demandReach(services, { guild, targetId: target.id, kind, isSpared }, actor, member)
  if (!member && kind !== 'ban' && kind !== 'softban') throw notHere(target)
  if (!member) await demandNoBan(guild, target)
  return member
}

/**
 * Why an order would not be carried out on somebody, as a sentence, by what is checked before it is; undefined when it
 * would be. For what tries rules: nothing is done, recorded or told.
 */
export async function whySpared(
  services: Pick<Services, 'access' | 'db' | 'memory' | 'now'>,
  order: Ordered,
): Promise<string | undefined> {
  try {
    await demandSanctionable(services, order)
    return undefined
  } catch (error) {
    if (isOutage(error)) throw error
    return refusalSentence(error)
  }
}

/** Does it in Discord; a warning is nothing to Discord. @throws what Discord answers */
export async function performInDiscord(
  services: Services,
  action: DiscordAction,
  member: GuildMember | undefined,
): Promise<void> {
  const { guild, target, kind, moderatorId, auditReason: reason, expiresAt, deleteMessageSeconds } = action
  if (kind === 'timeout') await member?.disableCommunicationUntil(expiresAt, reason)
  if (kind === 'kick') await member?.kick(reason)
  if (kind === 'ban') await guild.bans.create(target, { reason, deleteMessageSeconds })
  if (kind === 'softban') {
    scheduleUnban(services, guild.id, services.now() + softbanRescueMs, {
      userId: target.id,
      userName: target.tag,
      moderatorId,
      caseNumber: null,
    })
    await guild.bans.create(target, { reason, deleteMessageSeconds: deleteMessageSeconds || softbanSeconds })
    try {
      await guild.bans.remove(target, reason)
      cancelUnban(services, guild.id, target.id)
    } catch (err) {
      services.log.warn({ err, guildId: guild.id }, 'second half of a softban comes later')
    }
  }
}
