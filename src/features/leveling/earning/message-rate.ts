import type { Settings } from '#contract'
import { messageXp } from '../contract.ts'
import type leveling from '../contract.ts'

/** Where a message was written and by whom. */
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
 * The server's rate times the channel's times the role's, 1 being usual. The rate of the channel itself counts before
 * that of the channel or category it is in; of several roles the highest counts, so that a rate below 100 % only slows
 * members without a better one.
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
 * XP of one message, rounded.
 * @param chance from 0 up to 1, as Math.random gives it
 */
export function messageGain(rates: Rates, place: RateContext, chance: number): number {
  const base = messageXp.least + Math.floor(chance * (messageXp.most - messageXp.least + 1))
  return Math.round(base * rateAt(rates, place))
}
