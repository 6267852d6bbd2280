import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js'
import { and, asc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { job, type Services } from '#kernel/feature.ts'
import { postModlog } from '#features/moderation/public.ts'
import { since } from '#kit/clock.ts'
import { explain, isOutage, isRefusal, refusal } from '#kit/discord-errors.ts'
import { isStorageTrouble } from '#kit/storage-errors.ts'
import { colours } from '#kit/notices.ts'
import { cut, inert, messageLimits } from '#kit/template.ts'
import automations from '../contract.ts'
import { type Action, action as actionSchema } from '../design/contract.ts'
import { actionKind } from '../design/kinds/contract.ts'
import { automationOf, changeAutomation, isRunning, type Stored } from '../rows.ts'
import { type Run, runs } from '../table.ts'
import { act } from './acts.ts'
import { runsHandle, runSoon } from './begin.ts'
import { failed, hasLeft, moot, type ActionOutcome } from './outcome.ts'
import { runContextOf } from './run-context.ts'

/** A run that is older than this is dropped: the people it concerns have moved on. */
const staleMs = 24 * 3_600_000

const actionsOf = ({ actions }: Run): Action[] => z.array(actionSchema).safeParse(actions).data ?? []

const change = ({ db }: Pick<Services, 'db'>, { id }: Pick<Run, 'id'>, patch: Partial<Run>): Run | undefined =>
  db
    .update(runs)
    .set(patch)
    .where(and(eq(runs.id, id), eq(runs.state, 'running')))
    .returning()
    .get()

const end = (services: Services, run: Run, state: 'done' | 'moot' | 'failed', why: string | null = null) =>
  change(services, run, { state, why, pending: null, endedAt: services.now() })

/** Pauses an automation until somebody switches it on again, and notifies the server. */
function pause(services: Services, run: Run, stored: Stored, action: Action, why: string): void {
  const { db, now, client, log } = services
  const problem = `${actionKind(action.kind).label}: ${why}`
  log.warn({ feature: automations.name, guildId: run.guildId, automationId: stored.id, problem }, 'automation paused')
  db.transaction(() => {
    end(services, run, 'failed', why)
    changeAutomation(services, stored, { pausedAt: now(), problem })
  })
  const guild = client.guilds.cache.get(run.guildId)
  if (!guild) return
  const what = `The automation **${inert(stored.design.name)}** could not go on for <@${run.userId}>. ${problem}`
  void postModlog(services, guild, {
    color: colours.warning,
    author: { name: 'Automations - Paused' },
    description: cut(`${what}\nIt is paused until somebody switches it on again.`, messageLimits.description),
    timestamp: new Date(now()).toISOString(),
  })
}

/** Interprets an error from Discord. @throws errors after which a later attempt may succeed */
function outcomeOf(error: unknown, { log }: Services, run: Run): ActionOutcome {
  if (isOutage(error) || isStorageTrouble(error)) throw error
  if (error instanceof DiscordAPIError && !isRefusal(error)) throw error
  // The member has left, and Discord knew before we did.
  if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMember) return moot(hasLeft)
  const explained = explain(error)
  if (explained) return failed(explained.message)
  if (isRefusal(error)) return failed(refusal(error))
  log.error({ err: error, feature: automations.name, guildId: run.guildId, runId: run.id }, 'an action broke')
  return failed('Something went wrong on my side.')
}

/** Performs the actions of a run one after another; each is recorded before and after. */
async function perform(services: Services, first: Run): Promise<void> {
  let run: Run = first
  for (const actions = actionsOf(first); ; ) {
    const action = actions[run.step]
    const stored = automationOf(services, run.guildId, run.automationId)
    if (!action) return void end(services, run, 'done')
    if (!stored || !isRunning(stored)) return void end(services, run, 'moot', 'It was switched off meanwhile.')
    if (since(run.startedAt, services.now()) > staleMs) return void end(services, run, 'moot', 'It came too late.')
    const guild = services.client.guilds.cache.get(run.guildId)
    if (!guild?.available) throw new Error('the server is not available')
    const begunBefore = run.begunAt
    const begun = change(services, run, { begunAt: begunBefore ?? services.now() })
    if (!begun) return
    run = begun
    const outcome = await act(runContextOf(services, guild, stored, run), action, begunBefore).catch((error: unknown) =>
      outcomeOf(error, services, begun),
    )
    if (outcome.is === 'unanswered') throw new Error('Discord did not answer')
    if (outcome.is === 'failed') return pause(services, run, stored, action, outcome.why)
    if (outcome.is === 'moot') return void end(services, run, 'moot', outcome.why)
    const next = change(services, run, { step: run.step + 1, begunAt: null, pending: null })
    // The run was deleted, or the member it is about asked to be forgotten.
    if (!next) return
    run = next
  }
}

/** The most runs per turn of the job: others share the scheduler. */
const perTurn = 10

export const runAutomation = job({
  handle: runsHandle,
  lane: 'answers',
  promise: () => 'go on with automations that had begun',
  async run(services, _none, { guildId }) {
    if (guildId === null) return
    const open = and(eq(runs.guildId, guildId), eq(runs.state, 'running'))
    let after = 0
    let failure: Error | undefined
    for (let turn = 0; turn < perTurn; turn += 1) {
      const next = services.db
        .select()
        .from(runs)
        .where(and(open, gt(runs.id, after)))
        .orderBy(asc(runs.id))
        .limit(1)
        .get()
      if (!next) break
      after = next.id
      // A run that cannot continue now does not hold up the others.
      await perform(services, next).catch((error: unknown) => {
        failure ??= error instanceof Error ? error : new Error(String(error))
      })
    }
    // The rest follows with this job's next attempt.
    if (failure !== undefined) throw failure
    if (services.db.select({ id: runs.id }).from(runs).where(open).limit(1).get()) runSoon(services, guildId)
  },
})

/** At startup, continues the runs that the last process had begun. */
export function resume(services: Services): void {
  const open = services.db.selectDistinct({ guildId: runs.guildId }).from(runs).where(eq(runs.state, 'running')).all()
  for (const { guildId } of open) runSoon(services, guildId)
}
