/** Loaded before the product in the demo: when the demo is gone, however it ended, the product shuts down as well. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
