import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '#contract'
import { UserError } from '#kit/errors.ts'

/** What a guild may use: with `PREMIUM=all` everything, otherwise what the premium feature answers. */
export interface Entitlements {
  /** Whether every guild has everything, or each guild needs a grant. */
  readonly mode: 'all' | 'granted'
  has(guildId: string, entitlement: 'premium'): boolean
  /** The premium feature calls this once at start. */
  supply(answer: (guildId: string) => boolean): void
  /** The premium feature calls this when a guild's answer has changed; every feature is notified. */
  changed(guildId: string): void
}

/**
 * Creates the entitlements. Until an answer is supplied, 'granted' grants nothing. @param tell called for each guild
 * whose answer has changed
 */
export function createEntitlements(
  premium: 'all' | 'granted',
  tell: (guildId: string) => void = () => undefined,
): Entitlements {
  let granted: (guildId: string) => boolean = () => false
  return {
    mode: premium,
    has: guildId => premium === 'all' || granted(guildId),
    supply: answer => {
      granted = answer
    },
    changed: guildId => premium === 'granted' && tell(guildId),
  }
}

interface Asked {
  entitlements: Pick<Entitlements, 'has'>
}

/** Whether a feature rests in a guild, because it requires premium and the guild has none. */
export const rests = ({ entitlements }: Asked, { premium }: Pick<Contract, 'premium'>, guildId: string): boolean =>
  premium === true && !entitlements.has(guildId, 'premium')

/** @throws UserError 403 when the feature rests there */
export function demandPremium(asked: Asked, contract: Pick<Contract, 'premium' | 'title'>, guildId: string): void {
  if (rests(asked, contract, guildId))
    throw new UserError(
      'premium.required',
      `${contract.title} is a premium feature. Upgrade to premium to unlock this feature.`,
      403,
    )
}

/**
 * Whether a new value adds nothing to a setting: it is unchanged, the default, or the same list with entries removed.
 */
const takesBack = (before: unknown, after: unknown, plain: unknown): boolean =>
  isDeepStrictEqual(after, before) ||
  isDeepStrictEqual(after, plain) ||
  (Array.isArray(before) &&
    Array.isArray(after) &&
    after.length < before.length &&
    after.every(one => before.some(other => isDeepStrictEqual(one, other))))

/**
 * {@link demandPremium} for a change of settings: a change that only removes is allowed while the feature rests, too.
 * @param wanted the settings to change; those that are undefined stay as they are
 */
export function demandPremiumFor(
  asked: Asked,
  contract: Pick<Contract, 'premium' | 'title' | 'settings'>,
  guildId: string,
  { before, wanted }: { before: Readonly<Record<string, unknown>>; wanted: Readonly<Record<string, unknown>> },
): void {
  if (!rests(asked, contract, guildId)) return
  const plain = contract.settings.parse({})
  const isLess = Object.entries(wanted).every(
    ([key, value]) => value === undefined || takesBack(before[key], value, plain[key]),
  )
  if (!isLess) demandPremium(asked, contract, guildId)
}
