import { isDeepStrictEqual } from 'node:util'
import type { Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { panelsOf } from '../panels/rows.ts'
import { type PanelTeam, teamOfPanel } from '../panels/panel-team.ts'
import { rolesOfPanel } from '../rights/rights.ts'
import { seatsInThread } from './thread-team.ts'
import { owe, settleInBulkHandle, type Ticket, ticketsIn } from './rows.ts'

type Roles = ReturnType<typeof rolesOfPanel>
type Shown = PanelTeam & Partial<Pick<PanelDesign, 'claim_visibility'>>

/** Has a ticket that is there seen by those who answer and read it now, and by nobody who did before. */
function seatAgain(services: Services, ticket: Ticket, before: Roles, after: Roles): void {
  const detail =
    ticket.kind === 'thread' ? seatsInThread(before, after) : { dropped: [...before.answer, ...before.read] }
  owe(services, ticket, [{ kind: 'place', detail }], settleInBulkHandle)
}

const there = ['open', 'closed'] as const

/** Follows a panel's roles into its tickets. Call it in the transaction that changes it. */
export function followPanel(
  services: Services,
  { guildId, id, design }: { guildId: string; id: string; design: PanelDesign },
  after: Shown,
): void {
  const own = services.settings.read(guildId, tickets)
  const before = rolesOfPanel(own, design)
  const roles = rolesOfPanel(own, after)
  if (isDeepStrictEqual(before, roles) && design.claim_visibility === after.claim_visibility) return
  for (const ticket of ticketsIn(services, guildId, there, { panelId: id })) seatAgain(services, ticket, before, roles)
}

const seating = ['supportTeamRole', 'additionalRoles'] as const

/** Follows the server's roles for tickets into those that are there. */
export const followRoles = (services: Services): void =>
  void services.settings.onChange(({ guildId, feature, keys }) => {
    const changed = feature === tickets.name ? seating.filter(key => keys.includes(key)) : []
    if (changed.length === 0) return
    const { settings, db } = services
    const after = settings.read(guildId, tickets)
    const revision = settings.revision(guildId)
    const before = tickets.settings.parse({
      ...after,
      ...Object.fromEntries(changed.map(key => [key, settings.valueBefore(revision, key)])),
    })
    const panels = new Map(panelsOf(services, guildId).map(({ id, design }) => [id, design]))
    db.transaction(() => {
      for (const ticket of ticketsIn(services, guildId, there)) {
        const seats = panels.get(ticket.panelId) ?? teamOfPanel(services, guildId, ticket.panelId)
        const former = rolesOfPanel(before, seats)
        const roles = rolesOfPanel(after, seats)
        if (!isDeepStrictEqual(former, roles)) seatAgain(services, ticket, former, roles)
      }
    })
  })
