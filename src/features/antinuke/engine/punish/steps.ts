import { PermissionFlagsBits as P } from 'discord.js'
import { z } from 'zod'
import type { Punishment } from '../../modules/contract.ts'
import { danger, mayDo } from '../danger.ts'
import { comparePlaces, heldBy, type Member, type Powers, topOf } from '../powers.ts'

/**
 * One thing to attempt against somebody. `enough` means that nothing more has to be done once it succeeded; otherwise,
 * or if it was refused, the next step is attempted.
 */
export const steps = z.array(
  z.discriminatedUnion('do', [
    z.object({ do: z.literal('ban'), enough: z.literal(true) }),
    z.object({ do: z.literal('kick'), enough: z.literal(true) }),
    z.object({ do: z.literal('timeout'), enough: z.literal(true) }),
    /** The roles that stay, and those that are taken. */
    z.object({ do: z.literal('strip'), enough: z.boolean(), keep: z.array(z.string()), take: z.array(z.string()) }),
    /** Takes all permissions from a bot's own role: the role itself cannot be taken from the bot. */
    z.object({ do: z.literal('defuse'), enough: z.literal(true), roleId: z.string(), bits: z.string() }),
    z.object({ do: z.literal('delete-webhook'), enough: z.literal(true) }),
  ]),
)
export type PunishStep = z.output<typeof steps>[number]

/** Whether the bot's highest role is above somebody's, which Discord demands for kicks, bans and timeouts. */
const isBelow = (powers: Powers, member: Pick<Member, 'id' | 'roles'>): boolean =>
  member.id !== powers.ownerId && comparePlaces(powers.self.top, topOf(powers, member.roles)) > 0

/** Takes all roles below the bot that can be taken. Removing a role needs no more than being above that role. */
function strip(powers: Powers, member: Member): PunishStep[] {
  const isTaken = (id: string) => {
    const role = powers.roles.get(id)
    return role !== undefined && !role.managed && comparePlaces(powers.self.top, role) > 0
  }
  const take = member.roles.filter(isTaken)
  const keep = member.roles.filter(id => !isTaken(id) && powers.roles.has(id))
  const [before, after] = [member.roles, keep].map(
    roles => heldBy(powers, { id: member.id, roles }) & danger & ~powers.everyone,
  )
  if (take.length === 0 || before === after) return []
  return [{ do: 'strip', enough: after === 0n, keep, take }]
}

const defuse = (powers: Powers, { id, roles }: Member): PunishStep[] =>
  roles.flatMap((roleId): PunishStep[] => {
    const role = powers.roles.get(roleId)
    const isTheirs = role?.botId === id && (role.bits & danger) !== 0n && comparePlaces(powers.self.top, role) > 0
    return isTheirs ? [{ do: 'defuse', enough: true, roleId, bits: String(role.own) }] : []
  })

/**
 * Returns what to attempt against somebody, in this order: the punishment, and what replaces it where Discord refuses.
 * Only what the bot can do is included, so it may be empty: for the owner and the bot itself, and for somebody above
 * the bot everything but taking roles that are below it.
 */
export function stepsAgainst(punishment: Punishment, member: Member, powers: Powers): PunishStep[] {
  if (punishment === 'NONE' || member.id === powers.ownerId || member.id === powers.self.id) return []
  if (member.webhook) return mayDo(powers.self.bits, P.ManageWebhooks) ? [{ do: 'delete-webhook', enough: true }] : []
  const can = (bit: bigint) => mayDo(powers.self.bits, bit)
  const below = isBelow(powers, member)
  const ban: PunishStep[] = below && can(P.BanMembers) ? [{ do: 'ban', enough: true }] : []
  const kick: PunishStep[] = below && can(P.KickMembers) ? [{ do: 'kick', enough: true }] : []
  const stripped = can(P.ManageRoles) ? strip(powers, member) : []
  const defused = can(P.ManageRoles) && member.bot ? defuse(powers, member) : []
  if (member.bot) {
    const out = punishment === 'BAN' ? [...ban, ...kick] : [...kick, ...ban]
    return [...out, ...stripped, ...defused]
  }
  if (punishment === 'BAN') return [...ban, ...kick, ...stripped]
  if (punishment === 'KICK') return [...kick, ...stripped, ...ban]
  const administers = (roles: readonly string[]) => (heldBy(powers, { id: member.id, roles }) & P.Administrator) !== 0n
  const [first] = stripped
  const left = first?.do === 'strip' ? first.keep : member.roles
  // Discord refuses to time out administrators: they have to lose that permission first.
  const timeout: PunishStep[] =
    below && can(P.ModerateMembers) && !administers(left) ? [{ do: 'timeout', enough: true }] : []
  const before = administers(member.roles) ? stripped.map(step => ({ ...step, enough: false }) as PunishStep) : []
  const after = before.length > 0 ? [] : stripped
  return [
    ...(timeout.length > 0 ? before : stripped),
    ...timeout,
    ...(timeout.length > 0 ? after : []),
    ...kick,
    ...ban,
  ]
}
