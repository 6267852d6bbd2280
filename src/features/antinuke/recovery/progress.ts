import type { Services } from '#kernel/feature.ts'
import {
  countSteps,
  type RecoveryFinding,
  lastRecoveryOf,
  type Recovery,
  findingsOf,
  stepsOf,
  type StoredStep,
} from './store.ts'

/** How far a recovery has come, and its results. */
export interface RecoveryProgress
  extends Pick<Recovery, 'state' | 'startedAt' | 'finishedAt' | 'waitsUntil' | 'problem'> {
  id: number
  /** How many steps are to be done, under way, done and refused, in all rounds. */
  counts: Record<StoredStep['state'], number>
  /** The steps of the current round, in their order. */
  steps: readonly StoredStep[]
  /**
   * By object and field: the same as before, different, or impossible with the reason. What cannot come back is listed
   * from the start.
   */
  report: readonly RecoveryFinding[]
}

/** Reads the recovery of an incident, by its number; undefined while there is none. */
export function recoveryOf(services: Services, guildId: string, incident: number): RecoveryProgress | undefined {
  const recovery = lastRecoveryOf(services, guildId, incident)
  if (!recovery) return undefined
  const { id, state, startedAt, finishedAt, waitsUntil, problem } = recovery
  return {
    id,
    state,
    startedAt,
    finishedAt,
    waitsUntil,
    problem,
    counts: countSteps(services, recovery),
    steps: stepsOf(services, recovery),
    report: findingsOf(services, recovery),
  }
}
