import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { processState, type Services } from '#kernel/feature.ts'
import { ticketFormerPanels, ticketPanels, tickets } from '../table.ts'
import { type PanelDesign, panelDesign } from './contract.ts'
import { panelOf, type StoredPanel } from './rows.ts'

/** The settings of a panel that decide who answers and reads its tickets. */
export type PanelTeam = Pick<PanelDesign, 'support_team_view' | 'support_roles' | 'view_roles'>
type Kept = PanelTeam & Pick<PanelDesign, 'claim_visibility' | 'transcript'>

/** Stands in for a panel about which nothing is stored: its tickets belong to the support team. */
export const ofNoPanel: Kept = {
  support_team_view: true,
  support_roles: [],
  view_roles: [],
  claim_visibility: 'everyone',
  transcript: true,
}

const seats = panelDesign
  .pick({ support_team_view: true, support_roles: true, view_roles: true, claim_visibility: true, transcript: true })
  // If stored data is invalid, only managers have access.
  .catch({ ...ofNoPanel, support_team_view: false })

/**
 * Stores who may read the tickets of a panel that is being deleted, if it has any: deleting it gives nobody else
 * access.
 */
export function keepPanelTeam({ db }: Pick<Services, 'db'>, { guildId, id, design }: StoredPanel): void {
  const own = and(eq(tickets.guildId, guildId), eq(tickets.panelId, id))
  if (!db.select({ id: tickets.id }).from(tickets).where(own).limit(1).get()) return
  const kept = seats.parse(design)
  db.insert(ticketFormerPanels)
    .values({ guildId, id, seats: kept })
    .onConflictDoUpdate({ target: [ticketFormerPanels.guildId, ticketFormerPanels.id], set: { seats: kept } })
    .run()
}

const { support_team_view, support_roles, view_roles } = panelDesign.shape
const storedSeats = z.tuple([
  support_team_view.nullish().catch(null),
  support_roles.nullish().catch(null),
  view_roles.nullish().catch(null),
])

/** Selects the teams of existing panels, without parsing whole designs, and those of deleted panels. */
const stored = processState(({ db }: Pick<Services, 'db'>) => ({
  present: db
    .select({
      seats: sql<string>`json_array(${ticketPanels.design} -> '$.support_team_view', ${ticketPanels.design} -> '$.support_roles', ${ticketPanels.design} -> '$.view_roles')`,
    })
    .from(ticketPanels)
    .where(eq(ticketPanels.guildId, sql.placeholder('guildId')))
    .prepare(),
  former: db
    .select({ seats: ticketFormerPanels.seats })
    .from(ticketFormerPanels)
    .where(eq(ticketFormerPanels.guildId, sql.placeholder('guildId')))
    .prepare(),
}))

/**
 * Returns every team that answers or reads tickets of a server: of its panels, of deleted panels, and the default team.
 */
export function everyPanelTeam(services: Pick<Services, 'db' | 'memory'>, guildId: string): PanelTeam[] {
  const { present, former } = stored(services)
  return [
    ofNoPanel,
    ...former.all({ guildId }).map(row => seats.parse(row.seats)),
    ...present.all({ guildId }).map(row => {
      const [team, answer, read] = storedSeats.parse(JSON.parse(row.seats))
      return { support_team_view: team ?? true, support_roles: answer ?? [], view_roles: read ?? [] }
    }),
  ]
}

/** Returns who answers and reads the tickets of a panel, even of a deleted one. */
export function teamOfPanel(services: Pick<Services, 'db'>, guildId: string, id: string): Kept {
  const panel = panelOf(services, guildId, id)
  if (panel) return panel.design
  const own = and(eq(ticketFormerPanels.guildId, guildId), eq(ticketFormerPanels.id, id))
  const row = services.db.select().from(ticketFormerPanels).where(own).get()
  return row ? seats.parse(row.seats) : ofNoPanel
}
