/** The longest pause between two checks (ms). Most results arrive sooner. */
const longestPauseMs = 10

/**
 * Waits until `look` finds something. The limit only ends a futile wait; it is long, so that no test fails because the
 * machine is slow.
 * @throws Error that names `what` after `limitMs`
 */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + limitMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs + 1, longestPauseMs)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms in vain for ${what}`)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}
