import { DiscordAPIError, HTTPError, RESTJSONErrorCodes as Code } from 'discord.js'
import { codeOf, UserError } from './errors.ts'
import { cannotSee } from './hidden-channel.ts'
import { explainStorage } from './storage-errors.ts'

/** What people can do about errors from Discord. Codes: Discord's documentation, "Opcodes and Status Codes". */
const sentences: Partial<Record<number, string>> = {
  [Code.UnknownChannel]: 'That channel no longer exists.',
  [Code.UnknownGuild]: 'I am no longer in that server.',
  [Code.UnknownInvite]: 'That invite no longer exists.',
  [Code.UnknownMember]: 'That member is no longer in this server.',
  [Code.UnknownMessage]: 'That message no longer exists.',
  [Code.UnknownRole]: 'That role no longer exists.',
  [Code.UnknownUser]: 'There is no Discord user with that ID.',
  [Code.UnknownEmoji]: 'That emoji no longer exists.',
  [Code.UnknownWebhook]: 'That webhook no longer exists.',
  [Code.UnknownBan]: 'That user is not banned.',
  [Code.MissingAccess]: cannotSee,
  [Code.MissingPermissions]:
    'Discord refused: I lack a permission, or my role is too low to change that. The doctor command shows what is missing.',
  [Code.CannotSendMessagesToThisUser]: 'I cannot send that member a direct message: their direct messages are closed.',
  [Code.TwoFactorAuthenticationIsRequired]:
    'This server requires two-factor authentication for moderators, and my owner’s account does not use it.',
  [Code.MaximumNumberOfGuildRolesReached]: 'This server has reached Discord’s limit of roles.',
  [Code.MaximumNumberOfGuildChannelsReached]: 'This server has reached Discord’s limit of channels.',
  [Code.MaximumNumberOfWebhooksReached]: 'That channel has reached Discord’s limit of webhooks.',
  [Code.MaximumNumberOfPinsReachedForTheChannel]: 'That channel has reached Discord’s limit of pinned messages.',
  [Code.InvalidActionOnArchivedThread]: 'That thread is archived.',
  [Code.ReactionWasBlocked]: 'That member has blocked me, so I cannot react to their message.',
  [Code.MessageWasBlockedByAutomaticModeration]: 'This server’s own AutoMod rules blocked my message.',
}

/** Error codes of a lost network: system errors, and undici's own. */
const networkCode = /^(?:ECONN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN|EPIPE|UND_ERR_)/

/**
 * Codes that Discord answers about a bot token, as opposed to a webhook's token. Source: its documentation, "Opcodes
 * and Status Codes".
 */
const tokenCodes: ReadonlySet<number> = new Set([Code.GeneralError, Code.Unauthorized])

/** Whether Discord rejected the bot's token; now and then it rejects a valid one by mistake. */
export const isTokenRefusal = (error: unknown): error is DiscordAPIError =>
  error instanceof DiscordAPIError && error.status === 401 && tokenCodes.has(Number(error.code))

/** The code of the error for requests that are not sent for a while, because Discord has refused too many. */
export const pausedCode = 'discord.refused'

/** What people are told while {@link isOutage} holds and what they want follows by itself; begins a message. */
export const untaken = 'Discord is not taking my requests right now.'

/** Whether Discord did not answer or was not asked, or the network is down, so that the request may work later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof HTTPError) return error.status >= 500
  if (error instanceof UserError) return error.code === pausedCode
  if (isTokenRefusal(error)) return true
  return error instanceof Error && (error.name === 'AbortError' || networkCode.test(codeOf(error)))
}

/** Whether Discord refused for good: the same request would be refused again. Rate limits and outages do not count. */
export const isRefusal = (error: unknown): error is DiscordAPIError =>
  error instanceof DiscordAPIError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429 &&
  !isTokenRefusal(error)

/** Whether another try would fail again, because Discord refused for good or we did before asking it. */
export const isFinal = (error: unknown): error is DiscordAPIError | UserError =>
  isRefusal(error) || (error instanceof UserError && !isOutage(error))

/** Discord's own message about what it refused, for when there is nothing better to say. */
export const refusal = ({ message }: DiscordAPIError): string => `Discord refused: ${message.replace(/\.$/, '')}.`

/** A refusal without a specific code says only that something was refused; a malformed request is a bug of ours. */
const isBare = ({ code, status }: DiscordAPIError) => code === Code.GeneralError && (status === 403 || status === 404)

/**
 * Turns an error from Discord into a sentence for people if there is one, and an outage of Discord or a full disk into
 * a 503.
 * @returns undefined if the failure is a bug of ours
 */
export function explain(error: unknown): UserError | undefined {
  if (error instanceof UserError) return error
  if (isOutage(error))
    return new UserError('discord.down', 'Discord is not answering right now. Try again in a minute.', 503)
  if (!(error instanceof DiscordAPIError)) return explainStorage(error)
  const sentence = sentences[Number(error.code)] ?? (isBare(error) ? refusal(error) : undefined)
  return sentence ? new UserError(`discord.${error.code}`, sentence) : undefined
}
