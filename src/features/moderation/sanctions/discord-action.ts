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
/** How much of somebody's messages a softban deletes (seconds): Discord's maximum. */
const softbanSeconds = 7 * 24 * 60 * 60
/** How much later an interrupted softban is finished (ms). */
const softbanRescueMs = 60_000

interface DiscordAction {
  guild: Guild
  target: User
  kind: SanctionKind
  moderatorId: string
  /** The reason for Discord's audit log; names the moderator. */
  auditReason: string
  /** When a timeout or a temporary ban ends (Unix ms). */
  expiresAt: number | null
  deleteMessageSeconds: number
}

async function demandNoBan(guild: Guild, target: User): Promise<void> {
  if (await currentBan(guild, target.id))
    throw new UserError('moderation.already', `${inert(target.tag)} is already banned.`)
}

export const notHere = ({ tag }: Pick<User, 'tag'>) =>
  new UserError('moderation.not-found', `${inert(tag)} is not a member of this server.`, 404)

export const notInServer = () => new UserError('moderation.gone', 'You are no longer a member of this server.', 403)

type Ordered = Pick<SanctionOrder, 'guild' | 'target' | 'kind' | 'source' | 'moderatorId'>

/**
 * Checks what prevents a sanction: that the target is protected, that the actor's role or ours is too low, or that the
 * bot lacks the permission.
 * @param sanctioned.isSpared whether protected people are spared
 * @param actor who asked for it; null if the bot acts on its own
 * @param member the target's membership, if they are in the server
 * @throws UserError with a sentence that says what to change
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
 * Checks everything that can be known before Discord is asked.
 * @param ordered the order; the rank of the person behind it is checked only for moderators and automations
 * @returns the target's membership; undefined for somebody outside of the server, who can be banned all the same
 * @throws UserError with a sentence that says what to change
 */
export async function demandSanctionable(
  services: Pick<Services, 'access' | 'db' | 'memory' | 'now'>,
  { guild, target, kind, source, moderatorId }: Ordered,
): Promise<GuildMember | undefined> {
  // The person who set up an automation is responsible for what it does.
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
 * Returns as a sentence why an order would fail the checks before it is carried out; undefined if it would pass. For
 * dry runs of rules: nothing is done, recorded or announced.
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

/** Performs the act in Discord; a warning needs nothing there. @throws the error from Discord */
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
