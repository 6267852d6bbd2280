import { isKnownDifference } from './known-differences.ts'
import type { Conditions } from '../conditions.ts'
import type { RestCaller } from './route.ts'

/** One REST request with its answer. */
export interface RequestRecord {
  /** Unix ms of the sandbox. */
  at: number
  caller: RestCaller['kind']
  method: string
  /** As documented, '/channels/:channel_id/messages'; undefined when there is no such route here. */
  route: string | undefined
  /** Below `/api/v10`, with the query. */
  path: string
  body: unknown
  files: readonly string[]
  reason: string | undefined
  status: number
}

/**
 * Something that a bot did which is unknown to this sandbox or to Discord's own API description, or a fault of the
 * sandbox itself. A test with one fails.
 */
export interface Violation {
  at: number
  kind: 'unknown route' | 'ignored field' | 'request' | 'answer' | 'event' | 'gateway' | 'crash'
  where: string
  problem: string
}

/** The requests that the sandbox received, and violations. The newest requests and the first violations are kept. */
export interface RequestLog {
  requests(): readonly RequestRecord[]
  violations(): readonly Violation[]
  /** The number of recent 401, 403 and 429 answers, except to members' clients; see `Conditions.invalidRequests`. */
  invalidRequests(): number
  /** When the ban of the bots' address ends (Unix ms); undefined when there is none. */
  bannedUntil(): number | undefined
  record(request: RequestRecord): void
  /** Records a violation, unless it is one of the known differences between Discord and its description. */
  violate(violation: Omit<Violation, 'at'>): void
  clear(): void
}

/** The statuses that Discord counts as invalid requests. Source: Discord's documentation, "Rate Limits". */
const refused = new Set([401, 403, 429])

const keptRequests = 2000
const keptViolations = 1000
export function createRequestLog(now: () => number, conditions: Pick<Conditions, 'invalidRequests'>): RequestLog {
  let requests: RequestRecord[] = []
  let violations: Violation[] = []
  let invalid: number[] = []
  let banned = 0
  return {
    requests: () => requests.slice(-keptRequests),
    violations: () => violations,
    invalidRequests() {
      invalid = invalid.filter(at => at > now() - conditions.invalidRequests.windowMs)
      return invalid.length
    },
    bannedUntil: () => (banned > now() ? banned : undefined),
    record(request) {
      requests.push(request)
      if (requests.length > keptRequests * 2) requests = requests.slice(-keptRequests)
      if (request.caller === 'user' || !refused.has(request.status) || banned > now()) return
      invalid.push(request.at)
      const { limit, windowMs, banMs } = conditions.invalidRequests
      // The records are in order, oldest first.
      const fresh = invalid.findIndex(at => at > now() - windowMs)
      if (fresh > 0) invalid.splice(0, fresh)
      if (invalid.length < limit) return
      invalid = []
      banned = now() + banMs
    },
    violate(violation) {
      if (isKnownDifference(violation.where, violation.problem)) return
      if (violations.length < keptViolations) violations.push({ at: now(), ...violation })
    },
    clear() {
      requests = []
      violations = []
      invalid = []
      banned = 0
    },
  }
}
