import { DiscordAPIError } from 'discord.js'
import { explain, refusal } from '#kit/discord-errors.ts'

/** Whether Discord refused a timeout because it would end too late by Discord's clock, which differs from ours. */
const endsTooLate = ({ rawError }: DiscordAPIError) =>
  'errors' in rawError && 'communication_disabled_until' in (rawError.errors as object)

/**
 * Returns a sentence about a refusal by Discord or a person's mistake.
 * @throws the error itself if it is a bug of ours
 */
export function refusalSentence(error: unknown): string {
  const explained = explain(error)
  if (explained) return explained.message
  if (error instanceof DiscordAPIError && endsTooLate(error))
    return 'Discord lets a timeout last at most 28 days by its own clock, and the clock of the machine I run on is ahead. Use a shorter time, such as 27d.'
  if (error instanceof DiscordAPIError)
    return error.status >= 500 ? 'Discord is not answering right now. Try again in a minute.' : refusal(error)
  throw error
}
