import { limitOfAll, usualLimit } from '#features/tickets/opening/contract.ts'

type Limits = Parameters<typeof limitOfAll>[0]

/**
 * How many tickets each member may have, and which of the two settings decides that; undefined while one of them is
 * empty.
 */
export function limitWords(limits: Limits): string | undefined {
  const { maxTicketsPerUser: all, userLimits } = limits
  const tier = userLimits.default
  if (Number.isNaN(all) || Number.isNaN(tier)) return undefined
  const said = `Every member may have ${limitOfAll(limits).most} open`
  if (all === tier) return `${said}.`
  if (tier === usualLimit) return `${said}: Default applies once it is not ${usualLimit}.`
  if (all === usualLimit) return `${said}: Tickets per member applies once it is not ${usualLimit}.`
  return `${said}: the lower of Tickets per member and Default applies.`
}
