/**
 * A Discord that hurries nobody, for tests that are not about its pace. A bot that starts again does so at once, without
 * its five seconds. Its three seconds for answering an interaction are an hour: whatever stops a process for so long, as
 * any busy machine may, would lose an answer to the product, which runs in the same one.
 */
export const unhurried = { identifyEveryMs: 0, interactionAnswerMs: 3_600_000 }
