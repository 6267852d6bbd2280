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

/** The job that performs the runs of one server, so that no server takes up the turns of another. */
export const runsHandle = jobHandle()

/** An event that may start automations. */
export interface Occasion {
  what: Happening
  /** Identifies the event, so that it starts no automation twice. */
  key: string
  userId: string
  channelId?: string
  messageId?: string
  facts: () => Omit<JudgedFacts, 'now'>
  /** The automations that caused the event. */
  chain: readonly string[]
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** Prepared counts of a server's runs, needed for every message that may start an automation. */
const counts = processState(({ db }: Pick<Services, 'db'>) => {
  const { placeholder } = sql
  const inGuild = eq(runs.guildId, placeholder('guildId'))
  // Times in the future, recorded by a clock that was ahead, count as long ago.
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

/** Which limit keeps it from starting; undefined if none does. */
function limitReached(ctx: Ctx, stored: Stored, userId: string): 'member' | 'hour' | undefined {
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

/** Schedules the performing of a server's runs. */
export const runSoon = ({ scheduler, now }: Services, guildId: string): void =>
  void scheduler.at(runsHandle, { at: now(), guildId, key: guildId })

/** Records a run of an automation, once, however often the event is reported. */
function begin(ctx: Ctx, stored: Stored, { key, userId, channelId, messageId, chain }: Occasion): void {
  const { db, guild, now } = ctx
  db.transaction(() => {
    const why = limitReached(ctx, stored, userId)
    if (why === 'member') return
    if (why === 'hour') {
      // Recording this once a minute is enough.
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

/** Whether the member who saved it is known not to see the channel. If they are not cached, the run itself checks. */
function isUnseen({ guild }: Ctx, { savedById }: Stored, channelId: string | undefined): boolean {
  const channel = guild.channels.cache.get(channelId ?? '')
  const editor = guild.members.cache.get(savedById ?? '')
  return channel !== undefined && editor !== undefined && !seesPlace(editor, channel)
}

/**
 * Starts every automation whose trigger matches the event. An automation that caused the event is not started again.
 */
export function startAutomations(ctx: Ctx, occasion: Occasion): void {
  const interested = runningOf(ctx, ctx.guild.id).filter(
    ({ id, design }) => !occasion.chain.includes(id) && triggeredBy(design, occasion.what),
  )
  if (interested.length === 0) return
  const facts: JudgedFacts = { ...occasion.facts(), now: ctx.now() }
  for (const stored of interested)
    if (judge(stored.design, facts).starts && !isUnseen(ctx, stored, occasion.channelId)) begin(ctx, stored, occasion)
}

/** Whether any automation could start on this kind of event; asked before anything else is looked up. */
export const mayStart = (ctx: Ctx, kind: Happening['kind']): boolean =>
  runningOf(ctx, ctx.guild.id).some(({ design }) => design.trigger.kind === kind)
