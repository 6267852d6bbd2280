import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../measure.ts'
import type { Arena } from './arena.ts'
import type { Outcome } from './outcome.ts'
import type { Scenario } from './scenarios.ts'

/** Whether the outcome shows something that must never happen. */
export function hasFailed({ lost, restored, innocents, surplus, punished }: Outcome, { named }: Scenario): boolean {
  const isBack = Object.entries(lost).every(([kind, count]) => restored[kind] === count)
  return !isBack || innocents.length > 0 || surplus.length > 0 || (named && !punished)
}

/** Saves a recording that a test can replay: `createHarness({ sandbox: { replay } })`. */
export function keepRecording({ sandbox }: Arena, { scenario, profile, perSecond }: Outcome, root: string): void {
  const recording = sandbox.tape.recording()
  if (!recording?.complete) return
  const folder = join(root, 'test/artifacts/nukebench')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${scenario}-${profile}-${perSecond ?? 'burst'}.json`)
  writeFileSync(file, JSON.stringify(recording))
  say(`  its recording: ${file}`)
}
