import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '#contract'
import { UserError } from '#kit/errors.ts'

/** What a guild may use. With `PREMIUM=all` everything; otherwise the premium feature supplies the answer. */
export interface Entitlements {
  /** Whether every guild has everything, or it is decided for each. */
  readonly mode: 'all' | 'granted'
  has(guildId: string, entitlement: 'premium'): boolean
  /** The premium feature calls this once at start. */
  supply(answer: (guildId: string) => boolean): void
  /** The premium feature says that the answer has become another one: every feature is told. */
  changed(guildId: string): void
}

/** Until an answer is supplied, 'granted' grants nothing. @param tell told of guilds whose answer has changed */
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

/** Whether a feature rests in a guild: it is for servers with premium, and this one has none. */
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

/** Whether a setting is taken back with this value, wholly or in part: it is as it is without anybody, or a list with less in it. */
const takesBack = (before: unknown, after: unknown, plain: unknown): boolean =>
  isDeepStrictEqual(after, before) ||
  isDeepStrictEqual(after, plain) ||
  (Array.isArray(before) &&
    Array.isArray(after) &&
    after.length < before.length &&
    after.every(one => before.some(other => isDeepStrictEqual(one, other))))

/**
 * As {@link demandPremium}, of a change of settings: whatever was set can be taken back where the feature rests, too.
 * @param wanted those that are to change; undefined stays
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
