import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What requests to Discord are for, most pressing first. Whatever waits in one goes before all that waits in those below:
 * sanctions against an attack, undoing its damage, moderation, answers to people, work in bulk.
 */
export const lanes = ['punish', 'repair', 'moderation', 'answers', 'bulk'] as const
export type Lane = (typeof lanes)[number]

const current = new AsyncLocalStorage<Lane>()

/** Runs `work`; its requests to Discord, and those of all that it starts, take this lane. */
export const inLane = <T>(lane: Lane, work: () => T): T => current.run(lane, work)

/** The lane of what is running: that of answers, unless told. */
export const currentLane = (): Lane => current.getStore() ?? 'answers'
