import { DiscordAPIError } from 'discord.js'
import { explain, refusal } from '#kit/discord-errors.ts'

/** Of a timeout that ends later than Discord lets one, whose clock is not ours. */
const endsTooLate = ({ rawError }: DiscordAPIError) =>
  'errors' in rawError && 'communication_disabled_until' in (rawError.errors as object)

/**
 * Discord's refusal, or a mistake of a person, as a sentence.
 * @throws the error itself when it is a bug of ours
 */
export function refusalSentence(error: unknown): string {
  const explained = explain(error)
  if (explained) return explained.message
  if (error instanceof DiscordAPIError && endsTooLate(error))
    return 'Discord lets a timeout last 28 days at most, by its own clock, and the one of the machine I run on is ahead. Say a shorter time, such as 27d.'
  if (error instanceof DiscordAPIError)
    return error.status >= 500 ? 'Discord is not answering right now. Try again in a minute.' : refusal(error)
  throw error
}
