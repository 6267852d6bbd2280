import { type Guild, type GuildBasedChannel, type GuildMember, PermissionFlagsBits as Bits } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { inert } from '#kit/template.ts'
import type { AutomodSettings } from '../contract.ts'

/** The facts about an author and a channel that exemptions depend on. */
export interface ExemptionContext {
  /** The channel and its parents: a thread, its channel, the category. */
  channels: readonly { id: string; name: string }[]
  roles: readonly { id: string; name: string }[]
  /** Why a protected user is exempt: 'on the anti-nuke whitelist'. */
  protectedAs: string | undefined
  botMayDelete: boolean
  managesMessages: boolean
  /** Has Kick Members, Ban Members and Manage Server. */
  administrates: boolean
}

type Exemptions = Pick<AutomodSettings, 'exemptChannels' | 'exemptRoles' | 'debug'>

/** Why a message is not moderated, as a sentence; null if it is. */
export function exemptionReason(context: ExemptionContext, own: Exemptions): string | null {
  const [here] = context.channels
  const channel = context.channels.find(({ id }) => own.exemptChannels.includes(id))
  if (channel)
    return channel === here ? `#${inert(channel.name)} is exempt.` : `It is in ${inert(channel.name)}, which is exempt.`
  const role = context.roles.find(({ id }) => own.exemptRoles.includes(id))
  if (role) return `Members with the role ${inert(role.name)} are exempt.`
  if (context.protectedAs !== undefined) return `Anybody who is ${context.protectedAs} is not moderated.`
  if (!context.botMayDelete) return 'I lack Manage Messages there, so I moderate nothing.'
  if (own.debug) return null
  if (context.administrates) return 'Members with Kick Members, Ban Members and Manage Server are not moderated.'
  return context.managesMessages ? 'Members with Manage Messages there are not moderated.' : null
}

/** The ids and names of a channel and its parents, nearest first. */
export function channelAncestry(channel: GuildBasedChannel | null): { id: string; name: string }[] {
  const chain: { id: string; name: string }[] = []
  for (let at = channel; at; at = at.parent) chain.push({ id: at.id, name: at.name })
  return chain
}

const administration = Bits.KickMembers | Bits.BanMembers | Bits.ManageGuild

/** Why a user is protected from all rules, if they are. */
export const protectedAs = ({ access }: Pick<Services, 'access'>, guild: Guild, userId: string) =>
  access.protection(guild, userId)?.as

/**
 * The exemption facts about somebody in a channel.
 * @param member null for a user who has left and has no rights
 * @param protectedAs from `access.protection`, for real people
 * @param roleIds in place of the member's own roles, for an imagined member
 */
export function exemptionContext(
  channel: GuildBasedChannel,
  member: GuildMember | null,
  protectedAs: string | undefined,
  roleIds: readonly string[] = member ? [...member.roles.cache.keys()] : [],
): ExemptionContext {
  const { me, cache } = { me: channel.guild.members.me, cache: channel.guild.roles.cache }
  const roles = roleIds.flatMap(id => cache.get(id) ?? [])
  const rights = member
    ? [channel.permissionsFor(member).bitfield]
    : roles.map(role => channel.permissionsFor(role).bitfield)
  const all = rights.reduce((bits, more) => bits | more, 0n)
  return {
    channels: channelAncestry(channel),
    roles: roles.map(({ id, name }) => ({ id, name })),
    protectedAs,
    botMayDelete: me !== null && channel.permissionsFor(me).has(Bits.ManageMessages),
    managesMessages: (all & Bits.ManageMessages) !== 0n,
    administrates: (all & administration) === administration,
  }
}
