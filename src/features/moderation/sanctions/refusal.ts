import { DiscordAPIError } from 'discord.js'
import { explain, refusal } from '#kit/discord-errors.ts'

/**
 * Discord's refusal, or a mistake of a person, as a sentence.
 * @throws the error itself when it is a bug of ours
 */
export function refusalSentence(error: unknown): string {
  const explained = explain(error)
  if (explained) return explained.message
  if (error instanceof DiscordAPIError)
    return error.status >= 500 ? 'Discord is not answering right now. Try again in a minute.' : refusal(error)
  throw error
}
