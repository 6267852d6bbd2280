import { isKnownDifference } from './known-differences.ts'
import type { Caller } from './route.ts'

/** One REST request with its answer. */
export interface RequestRecord {
  /** Unix ms of the sandbox. */
  at: number
  caller: Caller['kind']
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

/** Something a bot did that this sandbox, or Discord's own description, does not know. A test with one fails. */
export interface Violation {
  at: number
  kind: 'unknown route' | 'ignored field' | 'request' | 'answer' | 'gateway' | 'crash'
  where: string
  problem: string
}

/** The requests that the sandbox received. Only the newest are kept, but all violations. */
export interface RequestLog {
  requests(): readonly RequestRecord[]
  violations(): readonly Violation[]
  /** 401, 403 and 429 answers in the last ten minutes; Discord bans an address at 10,000. */
  invalidRequests(): number
  record(request: RequestRecord): void
  /** Known differences of Discord's own are ignored. */
  violate(violation: Omit<Violation, 'at'>): void
  clear(): void
}

const keptRequests = 2000
const keptViolations = 1000
const invalidWindowMs = 10 * 60_000

export function createRequestLog(now: () => number): RequestLog {
  let requests: RequestRecord[] = []
  let violations: Violation[] = []
  let invalid: number[] = []
  return {
    requests: () => requests.slice(-keptRequests),
    violations: () => violations,
    invalidRequests() {
      invalid = invalid.filter(at => at > now() - invalidWindowMs)
      return invalid.length
    },
    record(request) {
      requests.push(request)
      if (requests.length > keptRequests * 2) requests = requests.slice(-keptRequests)
      if (request.status === 401 || request.status === 403 || request.status === 429) invalid.push(request.at)
    },
    violate(violation) {
      if (isKnownDifference(violation.where, violation.problem)) return
      if (violations.length < keptViolations) violations.push({ at: now(), ...violation })
    },
    clear() {
      requests = []
      violations = []
      invalid = []
    },
  }
}
