import { type Act, isOfMember, type Step } from './steps.ts'

/** Requests that Discord takes from most bots in a second, less those that other lanes keep for themselves. */
const perSecond = 49

interface Limit {
  requests: number
  seconds: number
}

/**
 * What Discord takes from a bot in one server, as its headers have been seen to say: no figures are published, and they
 * change. Anything not listed has no limit that a recovery notices.
 */
const limits: Record<string, Limit> = {
  member: { requests: 10, seconds: 10 },
  'create role': { requests: 250, seconds: 48 * 3600 },
  'create emoji': { requests: 50, seconds: 3600 },
}

const kindOf = (act: Act): string => {
  if (isOfMember(act)) return 'member'
  return 'kind' in act ? `${act.do} ${act.kind}` : act.do
}

/** How many requests a step takes. */
export const requestsOf = ({ do: what }: Act): number =>
  what === 'member' || what === 'order-roles' || what === 'order-channels' ? 2 : 1

/** How many requests steps take, and the least time that Discord's limits make them last (seconds). */
export function paceOf(steps: readonly Step[]): { requests: number; seconds: number } {
  const requests = steps.reduce((sum, { act }) => sum + requestsOf(act), 0)
  const kinds = Map.groupBy(steps, ({ act }) => kindOf(act))
  const waits = [...kinds].map(([kind, { length }]) => {
    const limit = limits[kind]
    return limit ? Math.floor((length - 1) / limit.requests) * limit.seconds : 0
  })
  return { requests, seconds: Math.max(Math.floor((requests - 1) / perSecond), 0, ...waits) }
}
