const lookMs = 500

/**
 * Calls `end` when npm is gone. When npm is told to stop, it ends its shell, which does not forward the signal, so a
 * program that `npm run <script>` started has to check for itself. Does nothing when the program was started in another
 * way.
 */
export function whenNpmEnds(script: string, end: () => void): void {
  const shell = process.ppid
  if (process.env['npm_lifecycle_event'] === script) setInterval(() => process.ppid !== shell && end(), lookMs).unref()
}
