import { and, count, eq, inArray, lte, max } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { formatCount } from '#kit/numbers.ts'
import { inert } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { insertTicket, type Ticket } from '../life/rows.ts'
import { type PanelDesign, panelDesign } from '../panels/contract.ts'
import type { StoredPanel } from '../panels/rows.ts'
import { isTeamOf } from '../rights/rights.ts'
import { ticketNumbers, tickets as rows } from '../table.ts'
import { type Refusal, refusalOf } from './limits.ts'
import { numberAfter, padded, ticketName } from './name.ts'
import type { Answer } from './template.ts'

type Ctx = Context<typeof tickets>

/** The states that count as open. */
const openStates = ['opening', 'open'] as const
/** A second press within this time counts as the same one (ms). */
const doubleMs = 3000
/** The clock may be set back by this much (ms). A ticket opened further in the future was opened while it was wrong. */
const clockErrorMs = 60_000

const counted = ({ db }: Ctx, ...which: Parameters<typeof and>): number =>
  db
    .select({ found: count() })
    .from(rows)
    .where(and(inArray(rows.state, [...openStates]), ...which))
    .get()?.found ?? 0

/** Returns the facts about the opener and the number of open tickets that the limits are checked against. */
function limitFacts(ctx: Ctx, member: GuildMember, panel: Pick<StoredPanel, 'id' | 'design'>) {
  const { db, guild } = ctx
  const inGuild = eq(rows.guildId, guild.id)
  const mine = and(inGuild, eq(rows.openerId, member.id))
  const last =
    db
      .select({ at: max(rows.openedAt) })
      .from(rows)
      .where(and(mine, lte(rows.openedAt, ctx.now() + clockErrorMs)))
      .get()?.at ?? undefined
  const opener = {
    id: member.id,
    roleIds: new Set(member.roles.cache.keys()),
    isThere: (roleId: string) => guild.roles.cache.has(roleId),
    isTeam: isTeamOf(ctx, member, panel.design),
    open: counted(ctx, mine),
    lastAt: last,
  }
  const open = { inServer: counted(ctx, inGuild), ofPanel: counted(ctx, inGuild, eq(rows.panelId, panel.id)) }
  return { opener, open }
}

/** Returns why this member cannot open a ticket of this panel now. Checked again in the transaction that stores one. */
function limitsOf(ctx: Ctx, member: GuildMember, panel: StoredPanel): Refusal | undefined {
  const { opener, open } = limitFacts(ctx, member, panel)
  return refusalOf(ctx.own, panel.design, opener, open, ctx.now())
}

/**
 * Checks the limits for a ticket that is reopened. The team wants that, so hours, cooldown and roles do not matter, but
 * the limits on open tickets do.
 * @param panel the panel's design; without one, because it was deleted, only the server's limits apply
 * @throws UserError
 */
export function demandBelowOpenLimits(
  ctx: Ctx,
  member: GuildMember,
  { panelId, panelTitle }: Pick<Ticket, 'panelId' | 'panelTitle'>,
  panel: PanelDesign = panelDesign.parse({ title: panelTitle, max_open: 0 }),
): void {
  const { opener, open } = limitFacts(ctx, member, { id: panelId, design: panel })
  const own = { ...ctx.own, rateLimitEnabled: false, requiredRoles: [] }
  const design = { ...panel, required_roles: [], hours: { ...panel.hours, enabled: false } }
  const refusal = refusalOf(own, design, opener, open, ctx.now())
  if (!refusal) return
  throw new UserError(`tickets.${refusal.limit}`, refusal.ofThem ?? refusal.sentence, 403)
}

/** Checks that a panel has room for one more ticket, whoever opens it. @throws UserError 403 */
export function demandPlaceInPanel(ctx: Ctx, { id, design }: Pick<StoredPanel, 'id' | 'design'>): void {
  const most = design.max_open ?? ctx.own.panelLimit
  if (most === 0 || counted(ctx, eq(rows.guildId, ctx.guild.id), eq(rows.panelId, id)) < most) return
  throw new UserError(
    'tickets.panel',
    `${inert(design.title)} takes on ${formatCount(most, 'ticket')} at a time. Try again once one is closed.`,
    403,
  )
}

/** @throws UserError that says which limit applies, and when it ends */
export function demandMayOpen(ctx: Ctx, member: GuildMember, panel: StoredPanel): void {
  const refusal = limitsOf(ctx, member, panel)
  if (refusal) throw new UserError(`tickets.${refusal.limit}`, refusal.sentence, 403)
}

/** Returns the ticket that an earlier press of the same kind has already opened. */
export const ticketOfPress = ({ db, guild, now }: Ctx, member: GuildMember, panel: StoredPanel): Ticket | undefined =>
  db
    .select()
    .from(rows)
    .where(
      and(
        eq(rows.guildId, guild.id),
        eq(rows.openerId, member.id),
        eq(rows.panelId, panel.id),
        inArray(rows.state, [...openStates]),
      ),
    )
    .all()
    .find(({ state, openedAt }) => state === 'opening' || Math.abs(now() - openedAt) < doubleMs)

function nextNumber({ db }: Pick<Ctx, 'db'>, guildId: string): number {
  const last = db.select().from(ticketNumbers).where(eq(ticketNumbers.guildId, guildId)).get()?.last ?? 0
  const number = numberAfter(last)
  db.insert(ticketNumbers)
    .values({ guildId, last: number })
    .onConflictDoUpdate({ target: ticketNumbers.guildId, set: { last: number } })
    .run()
  return number
}

/**
 * Stores a ticket before its channel is created, in one transaction with the limits: of many people who press at once,
 * as many succeed as there is room for.
 * @param byTeam whether the team opens it for the member: then only the limits on open tickets apply
 * @param then further statements for the same transaction
 * @returns the ticket of the earlier press, if somebody pressed twice
 * @throws UserError with the limit that applies
 */
export function storeTicket(
  ctx: Ctx,
  member: GuildMember,
  panel: StoredPanel,
  { answers, byTeam = false }: { answers: readonly Answer[]; byTeam?: boolean },
  then: (ticket: Ticket) => void,
): { ticket: Ticket; isNew: boolean } {
  const { db, guild, own } = ctx
  return db.transaction(() => {
    const before = ticketOfPress(ctx, member, panel)
    if (before) return { ticket: before, isNew: false }
    if (byTeam) demandBelowOpenLimits(ctx, member, { panelId: panel.id, panelTitle: panel.design.title }, panel.design)
    else demandMayOpen(ctx, member, panel)
    const at = ctx.now()
    const { design, id: panelId } = panel
    const number = nextNumber(ctx, guild.id)
    const { username } = member.user
    const ticket = insertTicket(ctx, {
      guildId: guild.id,
      number,
      state: 'opening',
      panelId,
      panelTitle: design.title,
      kind: design.kind,
      name: ticketName(design.ticket_name_format, {
        number: padded(number, own.ticketPadding),
        username,
        panel: design.title,
      }),
      openerId: member.id,
      openerName: member.displayName,
      openerAvatar: member.user.avatar,
      answers,
      openedAt: at,
      awaiting: 'team',
      awaitingSince: at,
      lastMessageAt: at,
    })
    then(ticket)
    return { ticket, isNew: true }
  })
}
