import type { GuildMember } from 'discord.js'
import type { Context, Parts, Services } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import type { Ticket } from '../life/rows.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { everyPanelTeam, type PanelTeam, teamOfPanel } from '../panels/panel-team.ts'
import { hasTranscripts } from '../transcripts/rows.ts'

type Ctx = Context<typeof tickets>
const holdsOne = (member: GuildMember, roleIds: readonly (string | null)[]) =>
  roleIds.some(id => id !== null && member.roles.cache.has(id))

const manages = ({ access, guild }: Ctx, member: GuildMember) => access.allows(access.levelOf(guild, member), 'manage')

/** Returns the roles that answer the tickets of a panel, and those that only read them. */
export function rolesOfPanel(
  { supportTeamRole, additionalRoles }: Ctx['own'],
  { support_team_view, support_roles, view_roles }: PanelTeam,
): { answer: string[]; read: string[] } {
  const team = support_team_view && supportTeamRole !== null ? [supportTeamRole] : []
  const answer = [...new Set([...team, ...support_roles])]
  const readers = [...view_roles, ...(support_team_view ? additionalRoles.map(({ id }) => id) : [])]
  return { answer, read: [...new Set(readers)].filter(id => !answer.includes(id)) }
}

/** Returns the roles that answer a ticket, and those that only read it; its panel may have been deleted. */
export const rolesOfTicket = (ctx: Ctx, { panelId }: Pick<Ticket, 'panelId'>): ReturnType<typeof rolesOfPanel> =>
  rolesOfPanel(ctx.own, teamOfPanel(ctx, ctx.guild.id, panelId))

/** Returns every role that answers tickets of a server, and every role that only reads some. */
export function rolesOfServer(
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  own: Ctx['own'],
): ReturnType<typeof rolesOfPanel> {
  const all = everyPanelTeam(services, guildId).map(seats => rolesOfPanel(own, seats))
  return { answer: all.flatMap(({ answer }) => answer), read: all.flatMap(({ read }) => read) }
}

/** Whether somebody is on the team of a panel, which people who only read are not. */
export const isTeamOf = (ctx: Ctx, member: GuildMember, panel: PanelTeam): boolean =>
  manages(ctx, member) || holdsOne(member, rolesOfPanel(ctx.own, panel).answer)

/** Whether somebody may answer, claim and close a ticket. Does not consider who opened it. */
export const mayAnswer = (ctx: Ctx, member: GuildMember, ticket: Pick<Ticket, 'panelId'>): boolean =>
  isTeamOf(ctx, member, teamOfPanel(ctx, ctx.guild.id, ticket.panelId))

/** Whether somebody reads the unclaimed tickets of a panel. */
export function mayReadOf(ctx: Ctx, member: GuildMember, panel: PanelTeam): boolean {
  const { answer, read } = rolesOfPanel(ctx.own, panel)
  return manages(ctx, member) || holdsOne(member, [...answer, ...read])
}

/** What somebody may do in a ticket, matching what Discord allows in its channel. Does not consider who opened it. */
export interface TicketRights {
  reads: boolean
  /** May claim it, close it and the like. */
  answers: boolean
  /** May write in it; while somebody has claimed it, perhaps only that person may. */
  writes: boolean
}

/**
 * The single rule about who reads a ticket, its messages and its transcript: as long as the channel exists, a claim may
 * hide them from others. A thread has no role permissions, so there a claim hides nothing.
 * @param design the panel's, if it is known
 */
export function ticketRights(
  ctx: Ctx,
  member: GuildMember,
  { claimedById, panelId, state, kind }: Pick<Ticket, 'claimedById' | 'panelId' | 'state' | 'kind'>,
  design?: PanelTeam & Pick<PanelDesign, 'claim_visibility'>,
): TicketRights {
  if (manages(ctx, member)) return { reads: true, answers: true, writes: true }
  const seats = design ?? teamOfPanel(ctx, ctx.guild.id, panelId)
  const roles = rolesOfPanel(ctx.own, seats)
  const isOthers = claimedById !== null && claimedById !== member.id && state !== 'deleted'
  const kept = isOthers && kind === 'channel' ? seats.claim_visibility : 'everyone'
  const isTeam = holdsOne(member, roles.answer)
  // A role that only reads keeps reading what a claim hides from the team, as in Discord's permissions.
  const reads = (isTeam && kept !== 'hidden') || holdsOne(member, roles.read)
  return { reads, answers: isTeam && reads, writes: isTeam && kept === 'everyone' }
}

/** Whether somebody answers or reads tickets of any panel. */
const holdsAny = (kinds: readonly ('answer' | 'read')[]) => (ctx: Ctx, member: GuildMember) => {
  if (manages(ctx, member)) return true
  const roles = rolesOfServer(ctx, ctx.guild.id, ctx.own)
  return kinds.some(kind => holdsOne(member, roles[kind]))
}

/**
 * Settings that decide who reads tickets and transcripts: access to the dashboard's pages is not enough to change them.
 */
export const settingNeeds: NonNullable<Parts<typeof tickets>['settingNeeds']> = {
  supportTeamRole: 'tickets.readers',
  additionalRoles: 'tickets.readers',
  webhookUrl: 'tickets.readers',
  transcriptChannel: 'tickets.readers',
}

export const readersRefusal = 'Only managers of this server can decide who reads its tickets and transcripts.'

export const rights = {
  readers: { title: 'Manage Server', refusal: readersRefusal, holds: manages },
  answer: {
    title: 'the support team’s role',
    refusal: 'Only the support team of this server can do that.',
    holds: holdsAny(['answer']),
  },
  read: {
    title: 'a role that sees tickets',
    refusal: 'Only the support team of this server can see that.',
    holds: holdsAny(['answer', 'read']),
  },
  transcripts: {
    title: 'a ticket of your own, or a role that sees tickets',
    refusal: 'Only the opener of a ticket, its support team and managers can read its transcript.',
    holds: (ctx: Ctx, member: GuildMember) =>
      holdsAny(['answer', 'read'])(ctx, member) || hasTranscripts(ctx, ctx.guild.id, member.id),
  },
} satisfies Parts<typeof tickets>['rights']
