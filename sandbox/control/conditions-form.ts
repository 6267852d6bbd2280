import { z } from 'zod'
import { type Conditions, latencyProfiles } from '../conditions.ts'

const ms = z.number().min(0).max(600_000)
const limit = z.strictObject({ limit: z.int().min(1), windowMs: z.int().min(1) })

const share = z.number().min(0).max(1).optional()
const profileNames = Object.keys(latencyProfiles) as (keyof typeof latencyProfiles)[]

/** What `PATCH /sandbox/conditions` takes: any part of the conditions; null ends planned failures. */
export const conditionsPatch = z.strictObject({
  latency: z
    .union([
      z.strictObject({ medianMs: ms, p99Ms: ms }),
      z.enum(profileNames).transform(name => ({ ...latencyProfiles[name] })),
    ])
    .optional(),
  latencyOnWayHome: share,
  auditLagMs: ms.optional(),
  auditExecutors: z.enum(['shown', 'null', 'withheld']).optional(),
  auditTrouble: z.strictObject({ jitterMs: ms.optional(), lost: share, doubled: share, nameless: share }).optional(),
  bulkBanExecutors: z.enum(['shown', 'null']).optional(),
  largePrunes: z.enum(['split', 'one-entry']).optional(),
  bansOfStrangers: limit.optional(),
  invalidRequests: limit
    .extend({ banMs: z.int().min(1) })
    .partial()
    .optional(),
  failNext: z
    .strictObject({
      count: z.int().min(1).max(100_000),
      status: z.int().min(400).max(599),
      route: z.string().max(200).optional(),
      retryAfterMs: ms.nullish(),
      done: z.boolean().optional(),
    })
    .nullish(),
  rateLimits: z
    .strictObject({
      enabled: z.boolean().optional(),
      globalPerSecond: z.int().min(1).optional(),
      routes: z.record(z.string(), limit).optional(),
    })
    .optional(),
  channelRenames: limit.optional(),
  oldMessageEdits: limit.optional(),
  widgetEdits: limit.optional(),
  prunes: limit.optional(),
  gatewayAddress: z
    .url({ protocol: /^wss?$/ })
    .nullable()
    .optional(),
  gatewayLagMs: ms.optional(),
  heartbeatMs: z.int().min(50).max(600_000).optional(),
  identifyEveryMs: ms.optional(),
  interactionAnswerMs: ms.optional(),
  voiceEndpoint: z.string().max(253).nullable().optional(),
  movedRoles: z.enum(['renumbered', 'as-asked']).optional(),
  autoModeration: z
    .strictObject({
      spamPhrases: z.array(z.string().min(1).max(60)).max(1000).optional(),
      patternsIgnoreCase: z.boolean().optional(),
      judgesBots: z.boolean().optional(),
    })
    .optional(),
  hiddenChannels: z
    .strictObject({
      masked: z.boolean().optional(),
      answer: z.enum(['missing-access', 'unknown-channel']).optional(),
    })
    .optional(),
  community: z
    .strictObject({
      requiresSafety: z.boolean().optional(),
      keepsPointers: z.boolean().optional(),
      keepsScreening: z.boolean().optional(),
    })
    .optional(),
  onboarding: z
    .strictObject({
      channels: z.int().min(0).max(500).optional(),
      writableChannels: z.int().min(0).max(500).optional(),
      locksWhileOff: z.boolean().optional(),
      refusesModeratorRoles: z.boolean().optional(),
    })
    .optional(),
  foreignIntegrations: z.enum(['refused', 'removed']).optional(),
  rejectedApplicants: z.enum(['leave', 'stay']).optional(),
  rolesPassScreening: z.boolean().optional(),
  cdnKeepsDeleted: z.boolean().optional(),
  scheduledEvents: z
    .strictObject({
      emptyEndsMs: z.int().min(0).optional(),
      unstartedCanceledMs: z.int().min(0).optional(),
      updateListsOldExceptions: z.boolean().optional(),
    })
    .optional(),
  inviteRolesJudgedBy: z.enum(['position', 'permissions']).optional(),
  inviteTargetsLogged: z.boolean().optional(),
  incidentActionsLogged: z.boolean().optional(),
  pollTallyMs: ms.optional(),
  voiceStatusEndsWhenEmpty: z.boolean().optional(),
  linkedRolesByHand: z.enum(['given', 'refused']).optional(),
  deletedRolesLinger: z.boolean().optional(),
  searchIndexReady: z.boolean().optional(),
  pictureChanges: limit.optional(),
  syncedChannelsFollow: z.boolean().optional(),
  eventOrder: z.enum(['usual', 'shuffled']).optional(),
  stages: z
    .strictObject({ silentClosesMs: z.int().min(0).optional(), eventStagesDeletedTwice: z.boolean().optional() })
    .optional(),
})

/** Changes the conditions in place, so that everything that reads them sees it at once. */
export function applyConditions(conditions: Conditions, patch: z.output<typeof conditionsPatch>): void {
  const { failNext, ...rest } = patch
  const parts: Record<string, unknown> = { ...conditions }
  for (const [name, part] of Object.entries(rest)) {
    const isGroup = typeof part === 'object' && part !== null
    if (isGroup) Object.assign(parts[name] as object, part)
    else Object.assign(conditions, { [name]: part })
  }
  if (failNext === undefined) return
  if (failNext === null) conditions.failNext = undefined
  else {
    const { route, retryAfterMs, done, ...planned } = failNext
    conditions.failNext = {
      ...planned,
      ...(route !== undefined && { route }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(done !== undefined && { done }),
    }
  }
}
