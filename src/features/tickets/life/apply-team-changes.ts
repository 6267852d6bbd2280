import { isDeepStrictEqual } from 'node:util'
import type { Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { panelsOf } from '../panels/rows.ts'
import { type PanelTeam, teamOfPanel } from '../panels/panel-team.ts'
import { rolesOfPanel } from '../rights/rights.ts'
import { threadAccessChange } from './thread-team.ts'
import { addDuties, settleInBulkHandle, type Ticket, ticketsIn } from './rows.ts'

type Roles = ReturnType<typeof rolesOfPanel>
type Shown = PanelTeam & Partial<Pick<PanelDesign, 'claim_visibility'>>

/** Schedules an update of who sees a ticket: the people and roles that answer and read it now, none of those before. */
function scheduleAccessUpdate(services: Services, ticket: Ticket, before: Roles, after: Roles): void {
  const detail =
    ticket.kind === 'thread' ? threadAccessChange(before, after) : { dropped: [...before.answer, ...before.read] }
  addDuties(services, ticket, [{ kind: 'place', detail }], settleInBulkHandle)
}

const there = ['open', 'closed'] as const

/** Applies a change of a panel's roles to its tickets. Call it in the transaction that changes the panel. */
export function followPanel(
  services: Services,
  { guildId, id, design }: { guildId: string; id: string; design: PanelDesign },
  after: Shown,
): void {
  const own = services.settings.read(guildId, tickets)
  const before = rolesOfPanel(own, design)
  const roles = rolesOfPanel(own, after)
  if (isDeepStrictEqual(before, roles) && design.claim_visibility === after.claim_visibility) return
  for (const ticket of ticketsIn(services, guildId, there, { panelId: id }))
    scheduleAccessUpdate(services, ticket, before, roles)
}

const teamSettings = ['supportTeamRole', 'additionalRoles'] as const

/** Applies changes of the server-wide ticket roles to tickets that are open or closed. */
export const followRoles = (services: Services): void =>
  void services.settings.onChange(({ guildId, feature, keys }) => {
    const changed = feature === tickets.name ? teamSettings.filter(key => keys.includes(key)) : []
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
        const team = panels.get(ticket.panelId) ?? teamOfPanel(services, guildId, ticket.panelId)
        const former = rolesOfPanel(before, team)
        const roles = rolesOfPanel(after, team)
        if (!isDeepStrictEqual(former, roles)) scheduleAccessUpdate(services, ticket, former, roles)
      }
    })
  })
