import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { ticketFormerPanels, tickets } from '../table.ts'
import { type PanelDesign, panelDesign } from './contract.ts'
import { panelOf, type StoredPanel } from './rows.ts'

/** Who answers and reads the tickets of a panel. */
export type Seats = Pick<PanelDesign, 'support_team_view' | 'support_roles' | 'view_roles'>
type Kept = Seats & Pick<PanelDesign, 'claim_visibility'>

/** A panel of which nothing is known any more: its tickets are the support team's. */
export const ofNoPanel: Kept = {
  support_team_view: true,
  support_roles: [],
  view_roles: [],
  claim_visibility: 'everyone',
}

const seats = panelDesign
  .pick({ support_team_view: true, support_roles: true, view_roles: true, claim_visibility: true })
  // What cannot be read is nobody's but the managers'.
  .catch({ ...ofNoPanel, support_team_view: false })

/** Keeps who may read the tickets of a panel that is deleted, where it has any: nobody else gets to by that. */
export function keepSeats({ db }: Pick<Services, 'db'>, { guildId, id, design }: StoredPanel): void {
  const own = and(eq(tickets.guildId, guildId), eq(tickets.panelId, id))
  if (!db.select({ id: tickets.id }).from(tickets).where(own).limit(1).get()) return
  const kept = seats.parse(design)
  db.insert(ticketFormerPanels)
    .values({ guildId, id, seats: kept })
    .onConflictDoUpdate({ target: [ticketFormerPanels.guildId, ticketFormerPanels.id], set: { seats: kept } })
    .run()
}

/** Those of panels that were deleted. */
export const formerSeats = ({ db }: Pick<Services, 'db'>, guildId: string): Kept[] =>
  db
    .select()
    .from(ticketFormerPanels)
    .where(eq(ticketFormerPanels.guildId, guildId))
    .all()
    .map(row => seats.parse(row.seats))

/** Who answers and reads the tickets of a panel, also of one that was deleted. */
export function seatsOfPanel(services: Pick<Services, 'db'>, guildId: string, id: string): Kept {
  const panel = panelOf(services, guildId, id)
  if (panel) return panel.design
  const own = and(eq(ticketFormerPanels.guildId, guildId), eq(ticketFormerPanels.id, id))
  const row = services.db.select().from(ticketFormerPanels).where(own).get()
  return row ? seats.parse(row.seats) : ofNoPanel
}
