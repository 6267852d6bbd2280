import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import { ticketPanels } from '../table.ts'
import { defaultPanel, type PanelDesign, panelDesign } from './contract.ts'

/** A panel as it is stored, with its design read by the schema: a field that is new has its default. */
export type StoredPanel = Omit<typeof ticketPanels.$inferSelect, 'design'> & { design: PanelDesign }

type PanelRow = typeof ticketPanels.$inferSelect

/** Stored designs are read leniently: a value that is no longer valid is the default's. */
function readDesign(stored: unknown): PanelDesign {
  const whole = panelDesign.safeParse(stored)
  if (whole.success) return whole.data
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const valid = Object.entries<z.ZodType>(panelDesign.shape).filter(
    ([key, schema]) => key in given && schema.safeParse(given[key]).success,
  )
  return panelDesign.parse({
    title: defaultPanel.title,
    ...Object.fromEntries(valid.map(([key]) => [key, given[key]])),
  })
}

const stored = (row: PanelRow): StoredPanel => ({ ...row, design: readDesign(row.design) })

/** The panels of a guild, oldest first. */
export const panelsOf = ({ db }: Pick<Services, 'db'>, guildId: string): StoredPanel[] =>
  db
    .select()
    .from(ticketPanels)
    .where(eq(ticketPanels.guildId, guildId))
    .orderBy(asc(ticketPanels.createdAt), asc(ticketPanels.id))
    .all()
    .map(stored)

export function panelOf({ db }: Pick<Services, 'db'>, guildId: string, id: string): StoredPanel | undefined {
  const row = db
    .select()
    .from(ticketPanels)
    .where(and(eq(ticketPanels.guildId, guildId), eq(ticketPanels.id, id)))
    .get()
  return row && stored(row)
}
