const lookMs = 500

/**
 * Told to stop, npm ends its shell, which does not forward the signal: a program that `npm run <script>` started looks
 * for itself. Started in another way, it does not look.
 */
export function whenNpmEnds(script: string, end: () => void): void {
  const shell = process.ppid
  if (process.env['npm_lifecycle_event'] === script) setInterval(() => process.ppid !== shell && end(), lookMs).unref()
}
