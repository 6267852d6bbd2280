/**
 * Sandbox options without Discord's time limits, for tests that are not about them. A restarted bot may identify at
 * once instead of after five seconds. An interaction may be answered within an hour instead of three seconds: a busy
 * machine can pause a process for that long, and the product, which runs in the same process, would miss the limit.
 */
export const withoutTimeLimits = { identifyEveryMs: 0, interactionAnswerMs: 3_600_000 }
