/** A bot that starts again at once: tests that are not about Discord's five seconds should not wait for them. */
export const quickStarts = { identifyEveryMs: 0 }
