import { DiscordError } from '#sandbox/world/errors.ts'

/** For tests: what Discord would answer to `act`; undefined when it goes through. Other errors are thrown on. */
export function errorOf(act: () => unknown): DiscordError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof DiscordError) return error
    throw error
  }
}
