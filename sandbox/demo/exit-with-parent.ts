/**
 * Preloaded into the product in the demo: when the demo's process ends, for whatever reason, the product shuts down as
 * well.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
