import { and, count, eq, gt, lte, sql } from 'drizzle-orm'
import { type Context, jobHandle, processState, type Services } from '#kernel/feature.ts'
import type automations from '../contract.ts'
import { mostRemovals } from '../design/contract.ts'
import { judge } from '../judge/conditions.ts'
import type { JudgedFacts } from '../judge/facts.ts'
import { type Happening, triggeredBy } from '../judge/matches.ts'
import { seesPlace } from '../rights.ts'
import { changeAutomation, runningOf, type Stored } from '../rows.ts'
import { runs } from '../table.ts'

type Ctx = Context<typeof automations>

/** The job that does what was begun in a server: one for each, so that no server's runs take the turns of another's. */
export const running = jobHandle()

/** Something happened that may start automations. */
export interface Occasion {
  what: Happening
  /** Tells it from everything else that happens, so that it starts nothing twice. */
  key: string
  userId: string
  channelId?: string
  messageId?: string
  facts: () => Omit<JudgedFacts, 'now'>
  /** The automations that led to it. */
  chain: readonly string[]
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** What bounds ask of a server's runs, for every message that may start something. */
const counts = processState(({ db }: Pick<Services, 'db'>) => {
  const { placeholder } = sql
  const inGuild = eq(runs.guildId, placeholder('guildId'))
  // What a clock that was ahead has written down counts as long ago.
  const since = and(gt(runs.startedAt, placeholder('since')), lte(runs.startedAt, placeholder('now')))
  const ofOne = eq(runs.automationId, placeholder('automationId'))
  const by = (where: ReturnType<typeof and>) => db.select({ n: count() }).from(runs).where(where).prepare()
  return {
    ofServer: by(and(inGuild, since)),
    ofAutomation: by(and(inGuild, since, ofOne)),
    ofRemovals: by(and(inGuild, since, eq(runs.removes, true))),
    ofMember: by(and(inGuild, since, ofOne, eq(runs.userId, placeholder('userId')))),
  }
})

const removes = ({ design }: Stored) => design.actions.some(({ kind }) => kind === 'kick' || kind === 'ban')

/** Why it has to wait; undefined where it need not. */
function bound(ctx: Ctx, stored: Stored, userId: string): 'member' | 'hour' | undefined {
  const { id, design } = stored
  const asked = counts(ctx)
  const now = ctx.now()
  const at = { guildId: ctx.guild.id, automationId: id, userId, now }
  const memberMs = design.member_minutes * minuteMs
  if (memberMs > 0 && (asked.ofMember.get({ ...at, since: now - memberMs })?.n ?? 0) > 0) return 'member'
  const since = now - hourMs
  if ((asked.ofAutomation.get({ ...at, since })?.n ?? 0) >= design.runs_per_hour) return 'hour'
  if (removes(stored) && (asked.ofRemovals.get({ ...at, since })?.n ?? 0) >= mostRemovals) return 'hour'
  return (asked.ofServer.get({ ...at, since })?.n ?? 0) >= ctx.own.runsPerHour ? 'hour' : undefined
}

/** Has what was begun in a server done. */
export const runSoon = ({ scheduler, now }: Services, guildId: string): void =>
  void scheduler.at(running, { at: now(), guildId, key: guildId })

/** Writes down that an automation runs; once, whatever tells of it how often. */
function begin(ctx: Ctx, stored: Stored, { key, userId, channelId, messageId, chain }: Occasion): void {
  const { db, guild, now } = ctx
  db.transaction(() => {
    const why = bound(ctx, stored, userId)
    if (why === 'member') return
    if (why === 'hour') {
      // Once a minute is enough to be told.
      if ((stored.heldAt ?? 0) < now() - minuteMs) changeAutomation(ctx, stored, { heldAt: now() })
      return
    }
    const run = db
      .insert(runs)
      .values({
        guildId: guild.id,
        automationId: stored.id,
        key,
        userId,
        channelId: channelId ?? null,
        messageId: messageId ?? null,
        actions: stored.design.actions,
        chain: [...chain, stored.id],
        removes: removes(stored),
        startedAt: now(),
      })
      .onConflictDoNothing()
      .returning()
      .get()
    if (run) runSoon(ctx, guild.id)
  })
}

/** Whether whoever saved it is known not to see where it happens. Of people who are not known, the run finds out. */
function isUnseen({ guild }: Ctx, { savedById }: Stored, channelId: string | undefined): boolean {
  const channel = guild.channels.cache.get(channelId ?? '')
  const keeper = guild.members.cache.get(savedById ?? '')
  return channel !== undefined && keeper !== undefined && !seesPlace(keeper, channel)
}

/** Begins every automation that is about what happened. What one of them led to starts it no second time. */
export function occurred(ctx: Ctx, occasion: Occasion): void {
  const interested = runningOf(ctx, ctx.guild.id).filter(
    ({ id, design }) => !occasion.chain.includes(id) && triggeredBy(design, occasion.what),
  )
  if (interested.length === 0) return
  const facts: JudgedFacts = { ...occasion.facts(), now: ctx.now() }
  for (const stored of interested)
    if (judge(stored.design, facts).starts && !isUnseen(ctx, stored, occasion.channelId)) begin(ctx, stored, occasion)
}

/** Whether anything at all may start by this, asked before more is found out about it. */
export const mayStart = (ctx: Ctx, kind: Happening['kind']): boolean =>
  runningOf(ctx, ctx.guild.id).some(({ design }) => design.trigger.kind === kind)
