import { DiscordAPIError, type Guild, GuildPremiumTier, RESTJSONErrorCodes as Code } from 'discord.js'
import { explain, isRefusal, refusal } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { cut, inert } from '#kit/template.ts'
import { type EmojiKind, kindOf, slotsOf } from '../emoji/contract.ts'
import { tooLarge } from '../pictures.ts'

/** How many emojis of a kind a server has, and how many it has room for. Those of other services do not count. */
export function roomIn({ emojis, premiumTier, features }: Guild, kind: EmojiKind): { used: number; most: number } {
  const used = emojis.cache.filter(one => !one.managed && kindOf(one.animated) === kind).size
  return { used, most: slotsOf(premiumTier, features) }
}

export function full(guild: Guild, kind: EmojiKind): UserError {
  const { most } = roomIn(guild, kind)
  const boosts = guild.premiumTier === GuildPremiumTier.Tier3 ? '' : ' More boosts make room for more.'
  return new UserError(
    'emojis.full',
    `This server already has ${most} ${kind} emojis, so there is no room for another. Delete one first.${boosts}`,
    409,
  )
}

const refused = (code: string, sentence: string, status = 400, field?: string) =>
  new UserError(`emojis.${code}`, sentence, status, field === undefined ? undefined : { [field]: sentence })

const unreadable = () =>
  refused('unreadable', 'Discord cannot read this picture. Save it again as PNG, JPEG or GIF.', 415, 'source')

/** Whether Discord says that an image is too large; there is no error code for it. */
const isTooLarge = ({ status, message }: DiscordAPIError) => status === 400 && /larger than/i.test(message)

/** Turns Discord's refusal about an emoji into an error for people; any other error is returned unchanged. */
export function told(error: unknown, guild: Guild, animated: boolean): unknown {
  if (!(error instanceof DiscordAPIError)) return explain(error) ?? error
  switch (error.code) {
    case Code.MaximumNumberOfEmojisReached:
      return full(guild, 'static')
    case Code.MaximumNumberOfAnimatedEmojisReached:
      return full(guild, 'animated')
    case Code.FailedToResizeAssetBelowTheMaximumSize:
      return refused('not-resized', 'Discord cannot make this picture small enough. Use a smaller one.', 413, 'source')
    case Code.InvalidFileUploaded:
      return unreadable()
    case Code.FileUploadedExceedsMaximumSize:
      return tooLarge()
    case Code.CannotMixSubscriptionAndNonSubscriptionRolesForAnEmoji:
      return refused(
        'roles',
        'Discord takes either roles of subscriptions or others for one emoji, not both.',
        400,
        'roles',
      )
    case Code.MissingPermissions:
      return refused(
        'rights',
        `Discord refused: I may not ${animated ? 'change this animated emoji' : 'change this emoji'}. The doctor command shows what I need.`,
        403,
      )
    default:
  }
  if (isTooLarge(error)) return tooLarge()
  if (error.code === Code.InvalidFormBodyOrContentType) {
    if (/image/i.test(error.message)) return unreadable()
    const said = cut(inert(error.message.replaceAll(/\s+/g, ' ')), 300)
    return refused('refused', `Discord does not accept this emoji: ${said}`)
  }
  return explain(error) ?? (isRefusal(error) ? refused('refused', refusal(error)) : error)
}
