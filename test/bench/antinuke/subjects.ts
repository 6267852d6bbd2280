import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { type MeasuredProcess, imageCommand, imageEnvironment, startSubject } from '../measured-process.ts'
import { type Arena, quiet } from './arena.ts'

/** A bot that is measured: Palisade, or a baseline of ours. */
export interface Subject {
  name: string
  what: string
  restores: boolean
  start(arena: Arena, root: string): Promise<MeasuredProcess>
  /** Switches its protection on, as the owner does. */
  arm(arena: Arena, more?: Record<string, unknown>): Promise<void>
  /** Whether it has finished everything. */
  isDone(arena: Arena): boolean
  /** What it reports itself as not restored. */
  admits(arena: Arena): Admitted[]
}

/** Something that a bot reports as not restored, and why. */
interface Admitted {
  kind: string
  name: string
  field: string | null
  result: 'differs' | 'impossible'
  reason: string | null
}

const lookEveryMs = 500

/** Waits until a count is the same in two consecutive looks. */
async function settledCount(arena: Arena, sql: string): Promise<void> {
  const counts: number[] = []
  do {
    counts.push(arena.query<{ count: number }>(sql)[0]?.count ?? 0)
    await rest(lookEveryMs)
  } while (new Set(counts.slice(-3)).size > 1 || counts.length < 3)
}

const baseline = (name: string, what: string, restores = false): Subject => ({
  name,
  what,
  restores,
  start: ({ env }) => startSubject({ name, args: [join(import.meta.dirname, 'baselines', `${name}.ts`)], env }),
  arm: async arena => void (await quiet(arena, 500, 20_000)),
  isDone: () => true,
  admits: () => [],
})

/** What it waits for longer is what Discord will only accept tomorrow. */
const soonMs = 120_000
const unfinished = () => `SELECT 1 AS one FROM antinuke_incidents WHERE state = 'under-way'
  UNION SELECT 1 FROM antinuke_recoveries WHERE state IN ('planning', 'running', 'verifying')
  OR (state = 'waiting' AND waits_until < ${Date.now() + soonMs})`
const declared = `SELECT kind, name, field, result, reason FROM antinuke_recovery_report WHERE result <> 'same'
  UNION ALL SELECT 'recovery', state, NULL, 'differs', problem FROM antinuke_recoveries WHERE state <> 'done'
  UNION ALL SELECT 'step', act, NULL, 'differs', state || ': ' || coalesce(problem, '') FROM antinuke_recovery_steps
    WHERE state <> 'done'
  UNION ALL SELECT 'incident', module, NULL, 'differs', state FROM antinuke_incidents WHERE state <> 'contained'`

const palisade: Subject = {
  name: 'palisade',
  what: 'Palisade as its image runs it, with the default settings of anti-nuke',
  restores: true,
  start: ({ env }, root) =>
    startSubject({ name: 'palisade', args: imageCommand(root), env: { ...imageEnvironment(root), ...env } }),
  async arm(arena, more = {}) {
    const owner = await arena.owner()
    const answer = await owner.call('POST', `/api/guild/${arena.guildId}/antinuke`, {
      antiNukeUpdate: true,
      enabled: true,
      ...more,
    })
    if (answer.status !== 200) throw new Error(`anti-nuke: ${answer.status} ${JSON.stringify(answer.body)}`)
    // It reads the server once, and stores its pictures.
    await quiet(arena, 1500, 60_000)
    await settledCount(arena, 'SELECT count(*) AS count FROM files')
  },
  isDone: arena => arena.query(unfinished()).length === 0,
  admits: arena => arena.query<Admitted>(declared),
}

export const subjects: readonly Subject[] = [
  palisade,
  baseline('gateway', 'A gateway bot: counts audit log entries as they arrive and bans, but restores nothing'),
  baseline('poller', 'A poller: reads the audit log every second and bans, but restores nothing'),
  baseline(
    'snapshot',
    'A snapshot bot: counts entries as they arrive, bans, and recreates from a snapshot, one thing after another',
    true,
  ),
]

/** Builds the program that Palisade's image runs, unless it is up to date. */
export function buildPalisade(root: string): void {
  if (!existsSync(join(root, 'build.ts'))) throw new Error(`no project in ${root}`)
  const built = spawnSync(process.execPath, ['build.ts', '--if-old'], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the build failed')
}
