import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type automations from './contract.ts'
import type { Automation } from './design/contract.ts'
import { actions } from './design/kinds/contract.ts'
import { problemsOf } from './problems.ts'
import { noAutomation, seesAutomation } from './rights.ts'
import { automationOf, automationsOf, runsOf, type Stored } from './rows.ts'

type Ctx = Context<typeof automations> & { member: GuildMember }

const shown = (ctx: Ctx, stored: Stored, runs: ReturnType<typeof runsOf>): Automation => ({
  ...stored.design,
  id: stored.id,
  revision: stored.revision,
  on: stored.on,
  paused:
    stored.on && stored.pausedAt !== null
      ? { at: stored.pausedAt, problem: stored.problem ?? 'Something failed.' }
      : null,
  saved_by: stored.savedByName,
  runs: runs.get(stored.id) ?? { hour: 0, last: null },
  held_at: stored.heldAt,
  problems: problemsOf(ctx, stored),
})

/** The automations that the caller may know about, as pages show them. */
export function shownAutomations(ctx: Ctx): Automation[] {
  const runs = runsOf(ctx, ctx.guild.id)
  return automationsOf(ctx, ctx.guild.id)
    .filter(stored => seesAutomation(ctx, stored))
    .map(stored => shown(ctx, stored, runs))
}

/** @throws UserError 404 */
export function shownAutomation(ctx: Ctx, id: string): Automation {
  const stored = automationOf(ctx, ctx.guild.id, id)
  if (!stored) throw noAutomation()
  return shown(ctx, stored, runsOf(ctx, ctx.guild.id))
}

const needed = new Set<string>(
  actions.flatMap(one => [...one.needs, ...('asks' in one && Array.isArray(one.asks) ? one.asks : [])]),
)

/** The permissions that somebody has in the server, out of those that actions need. */
export const heldBy = (member: GuildMember | null): string[] =>
  (member?.permissions.toArray() ?? []).filter(name => needed.has(name))
