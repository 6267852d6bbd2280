import type { Settings } from '#contract'
import { messageXp } from '../contract.ts'
import type leveling from '../contract.ts'

/** The channel and the author of a message, as far as rates depend on them. */
export interface RateContext {
  /** The channel, then its parents: a thread's channel, the category. */
  channelIds: readonly string[]
  hasRole(id: string): boolean
}

type Rates = Pick<Settings<typeof leveling>, 'xpRate' | 'roleRates' | 'channelRates' | 'noXpChannels' | 'noXpRoles'>

/** Whether writing there earns nothing at all. */
const earnsNothing = ({ noXpChannels, noXpRoles }: Rates, { channelIds, hasRole }: RateContext): boolean =>
  channelIds.some(id => noXpChannels.includes(id)) || noXpRoles.some(hasRole)

/**
 * The server's rate times the channel's times the role's, 1 being the default. A channel's own rate takes precedence
 * over that of its parent channel or category. Of several roles the highest rate counts, so that a rate below 100 %
 * slows only members without a better one.
 */
export function rateAt(rates: Rates, place: RateContext): number {
  if (earnsNothing(rates, place)) return 0
  const ofChannel = place.channelIds
    .map(id => rates.channelRates.find(({ channelId }) => channelId === id))
    .find(found => found !== undefined)
  const ofRoles = rates.roleRates.filter(({ roleId }) => place.hasRole(roleId)).map(({ percent }) => percent)
  const ofRole = ofRoles.length > 0 ? Math.max(...ofRoles) : 100
  return (rates.xpRate / 100) * ((ofChannel?.percent ?? 100) / 100) * (ofRole / 100)
}

/**
 * The XP of one message, rounded.
 * @param chance from 0 up to 1, as returned by Math.random
 */
export function messageGain(rates: Rates, place: RateContext, chance: number): number {
  const base = messageXp.least + Math.floor(chance * (messageXp.most - messageXp.least + 1))
  return Math.round(base * rateAt(rates, place))
}
