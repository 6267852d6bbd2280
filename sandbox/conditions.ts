/** Trouble on demand. Every field can be changed while the sandbox runs, through the control API. */
export interface Conditions {
  /** Added to every REST answer: drawn from a log-normal distribution with this median and 99th percentile (ms). */
  latency: { medianMs: number; p99Ms: number }
  /**
   * The share of the latency, between 0 and 1, that falls on the way back to the client; the rest passes before Discord
   * counts the request and carries it out.
   */
  latencyOnWayHome: number
  /**
   * How long GUILD_AUDIT_LOG_ENTRY_CREATE arrives after the event of the change itself (ms). Discord documents no
   * figure; entries usually come later.
   */
  auditLagMs: number
  /**
   * What goes wrong with audit entries in transit, drawn for each entry from the world's seed: a delay of up to
   * `jitterMs`, so that they arrive out of order, and the shares (between 0 and 1) of entries that are `lost`,
   * `doubled` or `nameless`.
   */
  auditTrouble: { jitterMs: number; lost: number; doubled: number; nameless: number }
  /**
   * Whether the audit entries of a bulk ban name the user who banned. They often do not: discord/discord-api-docs issue
   * 8188.
   */
  bulkBanExecutors: 'shown' | 'null'
  /**
   * How a prune of more than a thousand members is logged: `split` writes one entry per thousand, of which only the
   * first names the user who pruned and the others name a pruned member, as reported in discord/discord-api-docs issue
   * 6428; `one-entry` writes one.
   */
  largePrunes: 'split' | 'one-entry'
  /** How many people outside a server may be banned there before 30035. Discord documents no figure. */
  bansOfStrangers: { limit: number; windowMs: number }
  /** Whether audit entries arrive as they are, without `user_id`, or not at all. */
  auditExecutors: 'shown' | 'null' | 'withheld'
  /**
   * The next `count` requests whose route matches get this status. A 429 says when to try again: after a second, unless
   * `retryAfterMs` says otherwise. With null it does not say, as is sometimes the case for answers of the proxies in
   * front of Discord. With `done`, Discord carries the request out and only its answer is lost.
   */
  failNext: { count: number; status: number; route?: string; retryAfterMs?: number | null; done?: boolean } | undefined
  /** Discord's limits are not documented and change; the defaults were observed. */
  rateLimits: { enabled: boolean; globalPerSecond: number; routes: Record<string, { limit: number; windowMs: number }> }
  /**
   * The number of 401, 403 and 429 answers after which Cloudflare bans a bot's address, and for how long. Discord
   * documents the limit, but not how long the ban lasts.
   */
  invalidRequests: { limit: number; windowMs: number; banMs: number }
  /** How often the name or topic of one channel may change, while rate limits are enabled. No header shows it. */
  channelRenames: { limit: number; windowMs: number }
  /**
   * How often messages older than an hour may be edited in one channel before 30046, while rate limits are enabled.
   * Discord documents no figure; the default is what discord-userdoccers has.
   */
  oldMessageEdits: { limit: number; windowMs: number }
  /** The same for the settings of a server's widget, before 30042; nobody has reported a figure. */
  widgetEdits: { limit: number; windowMs: number }
  /** And for prunes, before 30040. */
  prunes: { limit: number; windowMs: number }
  /**
   * Where `GET /gateway/bot` sends bots instead of to the sandbox's own gateway, such as to an address where nobody
   * listens.
   */
  gatewayAddress: string | null
  /**
   * How long gateway frames are in transit (ms). Discord does not promise whether the answer to a request or the events
   * that it causes arrive first.
   */
  gatewayLagMs: number
  /** HELLO's heartbeat interval (ms). */
  heartbeatMs: number
  /**
   * How long after a bot's IDENTIFY another one in the same shard bucket is refused (ms). 0 accepts any pace, for bots
   * that are restarted quickly.
   */
  identifyEveryMs: number
  /** How long an application has to answer an interaction (ms). The default is Discord's documented time. */
  interactionAnswerMs: number
  /**
   * The endpoint that VOICE_SERVER_UPDATE names. Nothing listens at the default; with null, Discord says that it is
   * still looking for another voice server.
   */
  voiceEndpoint: string | null
  /** Positions of roles after some were moved: renumbered without gaps, or exactly as requested. */
  movedRoles: 'renumbered' | 'as-asked'
  /** What Discord does not document about its AutoMod. */
  autoModeration: {
    /**
     * Stands in for the model behind the spam rule: a text that contains one of these phrases is spam. Same syntax as
     * keywords.
     */
    spamPhrases: readonly string[]
    /** Whether regular expressions ignore case. */
    patternsIgnoreCase: boolean
    /** Whether bots that do not manage the server are filtered. */
    judgesBots: boolean
  }
  /** Channels that a bot cannot view. */
  hiddenChannels: {
    /**
     * Since 2026-11-16 the gateway sends them masked and REST leaves them out; before that, bots received them in full.
     */
    masked: boolean
    /** The error for requests that name one, which Discord does not document: 50001 as before, or 10003. */
    answer: 'missing-access' | 'unknown-channel'
  }
  /** What Discord does not document about COMMUNITY. */
  community: {
    /** Whether COMMUNITY requires the verification level and media filter that Discord's clients switch on with it. */
    requiresSafety: boolean
    /** Whether a guild that switches COMMUNITY off still names its rules and updates channels, as has been reported. */
    keepsPointers: boolean
    /** Whether newcomers are still screened after COMMUNITY is switched off, as has been reported. */
    keepsScreening: boolean
  }
  onboarding: {
    /**
     * How many channels newcomers must get, and in how many of these @everyone must be able to write. Some report that
     * 1 is enough.
     */
    channels: number
    writableChannels: number
    /**
     * Whether its default channels must stay readable by @everyone even while onboarding is off, as reported in
     * discord/discord-api-docs issue 7296.
     */
    locksWhileOff: boolean
    /** Whether its questions refuse roles with moderator permissions. */
    refusesModeratorRoles: boolean
  }
  /**
   * Whether a bot may remove another application's integration from a server: the documentation mentions no
   * restriction, discord/discord-api-docs issue 2087 reports 50001.
   */
  foreignIntegrations: 'refused' | 'removed'
  /** Whether a member whose application is turned down has to leave, which Discord does not document. */
  rejectedApplicants: 'leave' | 'stay'
  /**
   * Whether a member who manages roles may give out a linked role, one that people get through their connections.
   * Discord does not document it.
   */
  linkedRolesByHand: 'given' | 'refused'
  /** Whether giving a role to a pending member completes their membership screening. */
  rolesPassScreening: boolean
  /** Whether the CDN still serves the file of an emoji, sticker or sound that was deleted. */
  cdnKeepsDeleted: boolean
  /** Times of scheduled events for which Discord gives no numbers, only 'minutes' and 'hours'. */
  scheduledEvents: {
    /** How long after everybody has left its channel an event ends. */
    emptyEndsMs: number
    /** How long after its scheduled start an event in a channel is canceled if nobody has started it. */
    unstartedCanceledMs: number
    /**
     * Whether the gateway event for a new recurrence rule still lists the exceptions of the old rule, as has been
     * reported.
     */
    updateListsOldExceptions: boolean
  }
  /**
   * Whether an invite's roles must be below its creator's highest role, or must grant no permission that the creator
   * lacks.
   */
  inviteRolesJudgedBy: 'position' | 'permissions'
  /**
   * Whether a new list of an invite's target users is logged as audit entry 41. Discord does not say when it writes
   * that entry.
   */
  inviteTargetsLogged: boolean
  /** Whether incident actions write audit entry 1. Nobody has reported that they do. */
  incidentActionsLogged: boolean
  /** How long after the end of a poll its final count arrives; Discord only says 'later'. */
  pollTallyMs: number
  /** Whether a voice channel's status is cleared when everybody has left it. */
  voiceStatusEndsWhenEmpty: boolean
  /** Whether members and overwrites still name a deleted role, as has been observed. */
  deletedRolesLinger: boolean
  /** Whether the search index is ready; while it is not, Discord answers 202 and asks the client to try again. */
  searchIndexReady: boolean
  /** How often a member may change one picture of theirs in one guild, while rate limits are enabled. */
  pictureChanges: { limit: number; windowMs: number }
  /** Whether channels in sync with their category follow when a bot or a member edits its overwrites. */
  syncedChannelsFollow: boolean
  /** The order of the events that one action causes: Discord promises none between events of different kinds. */
  eventOrder: 'usual' | 'shuffled'
  stages: {
    /** How long a stage without a speaker stays open. */
    silentClosesMs: number
    /** Whether STAGE_INSTANCE_DELETE comes twice for the stage of a scheduled event, as was reported. */
    eventStagesDeletedTwice: boolean
  }
}

/** How far away Discord is: named latencies, as measured from data centers near and far. */
export const latencyProfiles = {
  none: { medianMs: 0, p99Ms: 0 },
  near: { medianMs: 60, p99Ms: 250 },
  far: { medianMs: 180, p99Ms: 600 },
  troubled: { medianMs: 400, p99Ms: 8000 },
} satisfies Record<string, Conditions['latency']>

export const defaultConditions: Conditions = {
  latency: latencyProfiles.none,
  latencyOnWayHome: 0.5,
  auditLagMs: 0,
  auditExecutors: 'shown',
  auditTrouble: { jitterMs: 0, lost: 0, doubled: 0, nameless: 0 },
  bulkBanExecutors: 'null',
  largePrunes: 'split',
  bansOfStrangers: { limit: 500, windowMs: 24 * 3_600_000 },
  failNext: undefined,
  rateLimits: { enabled: true, globalPerSecond: 50, routes: {} },
  invalidRequests: { limit: 10_000, windowMs: 10 * 60_000, banMs: 10 * 60_000 },
  channelRenames: { limit: 2, windowMs: 10 * 60_000 },
  oldMessageEdits: { limit: 3, windowMs: 6000 },
  widgetEdits: { limit: 10, windowMs: 10 * 60_000 },
  prunes: { limit: 10, windowMs: 10 * 60_000 },
  gatewayAddress: null,
  gatewayLagMs: 0,
  heartbeatMs: 41_250,
  identifyEveryMs: 5000,
  interactionAnswerMs: 3000,
  voiceEndpoint: 'voice.invalid:443',
  movedRoles: 'renumbered',
  autoModeration: {
    spamPhrases: ['free nitro', 'free gift card*', 'claim your prize'],
    patternsIgnoreCase: true,
    judgesBots: false,
  },
  hiddenChannels: { masked: true, answer: 'missing-access' },
  community: { requiresSafety: false, keepsPointers: true, keepsScreening: true },
  onboarding: { channels: 7, writableChannels: 5, locksWhileOff: true, refusesModeratorRoles: false },
  foreignIntegrations: 'refused',
  rejectedApplicants: 'leave',
  linkedRolesByHand: 'given',
  rolesPassScreening: true,
  cdnKeepsDeleted: false,
  scheduledEvents: { emptyEndsMs: 5 * 60_000, unstartedCanceledMs: 3 * 3_600_000, updateListsOldExceptions: true },
  inviteRolesJudgedBy: 'position',
  inviteTargetsLogged: true,
  incidentActionsLogged: false,
  pollTallyMs: 2000,
  voiceStatusEndsWhenEmpty: true,
  deletedRolesLinger: true,
  searchIndexReady: true,
  pictureChanges: { limit: 5, windowMs: 10 * 60_000 },
  syncedChannelsFollow: true,
  eventOrder: 'usual',
  stages: { silentClosesMs: 5 * 60_000, eventStagesDeletedTwice: true },
}
