import { DiscordError } from '#sandbox/world/errors.ts'

/** The error with which Discord would answer `act`; undefined when it succeeds. Other errors are rethrown. */
export function errorOf(act: () => unknown): DiscordError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof DiscordError) return error
    throw error
  }
}
