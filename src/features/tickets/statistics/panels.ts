import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { panelDesign } from '../panels/contract.ts'
import { panelsOf, type StoredPanel } from '../panels/rows.ts'
import { teamOfPanel } from '../panels/panel-team.ts'
import { mayReadOf } from '../rights/rights.ts'
import { type WorkingClock, workingClock } from './working-clock.ts'

interface OfPanel {
  panelId: string
}

/**
 * Returns the panels whose tickets somebody reads. The tickets of a deleted panel stay with those who read them before.
 */
export function panelsFor(ctx: Context<typeof tickets>, member: GuildMember) {
  const all = new Map(panelsOf(ctx, ctx.guild.id).map(panel => [panel.id, panel]))
  const readable = new Set([...all.values()].filter(({ design }) => mayReadOf(ctx, member, design)))
  const deleted = new Map<string, boolean>()
  const readsDeleted = (panelId: string): boolean => {
    const known = deleted.get(panelId) ?? mayReadOf(ctx, member, teamOfPanel(ctx, ctx.guild.id, panelId))
    deleted.set(panelId, known)
    return known
  }
  return {
    readable: [...readable],
    mayRead({ panelId }: OfPanel) {
      const panel = all.get(panelId)
      return panel ? readable.has(panel) : readsDeleted(panelId)
    },
    designOf: ({ panelId }: OfPanel) => all.get(panelId)?.design,
  }
}
type PanelsRead = ReturnType<typeof panelsFor>

/** The hours assumed for a deleted panel: all day, every day. */
const always = panelDesign.parse({ title: '-' }).hours

/** Returns the clock of each panel. Panels with the same hours share one, created when it is first needed. */
export function clocksOf(
  { designOf }: PanelsRead,
  { from, until }: { from: number; until: number },
  turns: () => Promise<void>,
) {
  const clocks = new Map<string, WorkingClock>()
  return async (ticket: OfPanel): Promise<WorkingClock> => {
    const hours = designOf(ticket)?.hours ?? always
    const key = JSON.stringify(hours)
    const clock = clocks.get(key) ?? (await workingClock(hours, from, until, turns))
    clocks.set(key, clock)
    return clock
  }
}

const minuteMs = 60_000

/** Returns the goal that all panels with a goal share, in ms; null if they differ. */
export function commonGoal(
  panels: readonly StoredPanel[],
  goal: 'first_response_goal' | 'resolution_goal',
): number | null {
  const goals = new Set(panels.flatMap(({ design }) => design[goal] ?? []))
  const [only] = goals
  return goals.size === 1 && only !== undefined ? only * minuteMs : null
}
