/** Trouble on demand. Every field can be changed while the sandbox runs, through the control API. */
export interface Conditions {
  /** Added to every REST answer: drawn from a log-normal distribution with this median and 99th percentile (ms). */
  latency: { medianMs: number; p99Ms: number }
  /**
   * The share of it, between 0 and 1, that an answer takes on its way home; the rest passes before Discord counts a
   * request and does what it asks for.
   */
  latencyOnWayHome: number
  /**
   * How long GUILD_AUDIT_LOG_ENTRY_CREATE lags behind the state event (ms). Discord documents no figure; entries
   * usually come later.
   */
  auditLagMs: number
  /**
   * What happens to audit entries on their way, drawn for each from the world's seed: up to `jitterMs` later, and so
   * out of order; `lost` and `doubled` events, and entries that are `nameless`, as shares between 0 and 1.
   */
  auditTrouble: { jitterMs: number; lost: number; doubled: number; nameless: number }
  /** Whether the entries of a bulk ban name who banned. They often do not: discord/discord-api-docs issue 8188. */
  bulkBanExecutors: 'shown' | 'null'
  /**
   * A prune of more than a thousand: one entry for each thousand, of which only the first names who pruned and the
   * others somebody who was pruned, as reported in discord/discord-api-docs issue 6428; or one entry.
   */
  largePrunes: 'split' | 'one-entry'
  /** How many people outside a server may be banned there before 30035. Discord documents no figure. */
  bansOfStrangers: { limit: number; windowMs: number }
  /** Audit entries arrive without `user_id`, or not at all. */
  auditExecutors: 'shown' | 'null' | 'withheld'
  /**
   * The next `count` requests whose route matches get this status. A 429 says when to come back, in a second unless
   * `retryAfterMs` says otherwise; with null it does not, as what stands before Discord sometimes answers. With `done`
   * Discord does what it was asked, and only its answer is lost.
   */
  failNext: { count: number; status: number; route?: string; retryAfterMs?: number | null; done?: boolean } | undefined
  /** Discord's limits are not documented and change; the defaults were observed. */
  rateLimits: { enabled: boolean; globalPerSecond: number; routes: Record<string, { limit: number; windowMs: number }> }
  /**
   * Answers of 401, 403 and 429 after which Cloudflare bans a bot's address for a while. Discord documents the limit, not
   * how long it takes.
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
  /** Where `GET /gateway/bot` sends bots instead of to the sandbox's own gateway, such as to an address where nobody listens. */
  gatewayAddress: string | null
  /**
   * How long what the gateway sends is on its way (ms). Discord promises no order between the answer to a request and the
   * events that it gives rise to, and either may come first.
   */
  gatewayLagMs: number
  /** HELLO's heartbeat interval (ms). */
  heartbeatMs: number
  /**
   * How long after a bot's IDENTIFY another one of the same shard bucket is refused (ms). 0 takes any pace, for bots
   * that are restarted quickly.
   */
  identifyEveryMs: number
  /** How long an application has to answer an interaction (ms), as its documentation has it. */
  interactionAnswerMs: number
  /**
   * Where VOICE_SERVER_UPDATE sends clients. Nobody answers there by default; null is how Discord says that it looks for
   * another voice server.
   */
  voiceEndpoint: string | null
  /** Positions of roles after some were moved: counted anew without gaps, or just as they were asked for. */
  movedRoles: 'renumbered' | 'as-asked'
  /** What Discord does not document about its AutoMod. */
  autoModeration: {
    /** Stands in for the model behind the spam rule: a text with one of these is spam. Written like keywords. */
    spamPhrases: readonly string[]
    /** Whether regular expressions ignore case. */
    patternsIgnoreCase: boolean
    /** Whether bots that do not manage the server are filtered. */
    judgesBots: boolean
  }
  /** Channels that a bot cannot view. */
  hiddenChannels: {
    /** Since 2026-11-16 they come masked over the gateway and REST leaves them out; before, bots got them whole. */
    masked: boolean
    /** What requests that name one get, which Discord does not document: 50001 as ever, or 10003. */
    answer: 'missing-access' | 'unknown-channel'
  }
  /** What Discord does not say of COMMUNITY. */
  community: {
    /** Whether it takes the verification level and media filter that Discord's clients switch on with it. */
    requiresSafety: boolean
    /** Whether a guild that leaves it still names its channels for rules and updates, as reported. */
    keepsPointers: boolean
    /** Whether newcomers are still screened then, as reported. */
    keepsScreening: boolean
  }
  onboarding: {
    /** How many channels newcomers must get, and how many of these everyone writes in. Some report that 1 is enough. */
    channels: number
    writableChannels: number
    /** Whether its channels stay readable by everyone while it is off, as reported in discord/discord-api-docs issue 7296. */
    locksWhileOff: boolean
    /** Whether roles with moderators' permissions are refused in its questions. */
    refusesModeratorRoles: boolean
  }
  /**
   * What a bot is answered that takes an application other than its own out of a server: the documentation knows no
   * limit, discord/discord-api-docs issue 2087 reports 50001.
   */
  foreignIntegrations: 'refused' | 'removed'
  /** Whether a member whose application is turned down has to leave, which Discord does not document. */
  rejectedApplicants: 'leave' | 'stay'
  /** Whether whoever manages roles may give one that people take by their connections, which Discord does not document. */
  linkedRolesByHand: 'given' | 'refused'
  /** Whether giving a role to a pending member completes their membership screening. */
  rolesPassScreening: boolean
  /** Whether the CDN still serves the file of an emoji, sticker or sound that was deleted. */
  cdnKeepsDeleted: boolean
  /** What Discord says of scheduled events in words alone, 'minutes' and 'hours'. */
  scheduledEvents: {
    /** How long after everybody left its channel an event is over. */
    emptyEndsMs: number
    /** How long after its time an event in a channel is called off when nobody started it. */
    unstartedCanceledMs: number
    /** Whether the event about a new recurrence rule still lists the exceptions of the old one, as was reported. */
    updateListsOldExceptions: boolean
  }
  /** Whether the roles of an invite have to stand below its maker's, or to grant no more than its maker has. */
  inviteRolesJudgedBy: 'position' | 'permissions'
  /** Discord does not say when it writes entry 41; whether it does for a new list of an invite's users. */
  inviteTargetsLogged: boolean
  /** Whether incident actions write entry 1, which is not reported of them. */
  incidentActionsLogged: boolean
  /** How long after the end of a poll its last count comes; Discord says 'later'. */
  pollTallyMs: number
  /** Whether what a voice channel says of itself ends when everybody left it. */
  voiceStatusEndsWhenEmpty: boolean
  /** Whether members and overwrites still name a role that was deleted, as has been seen. */
  deletedRolesLinger: boolean
  /** Whether messages can be searched; until then Discord answers 202 and asks to try again. */
  searchIndexReady: boolean
  /** How often a member may change one picture of theirs in one guild, while rate limits are enabled. */
  pictureChanges: { limit: number; windowMs: number }
  /** Whether channels in sync with their category follow when a bot or a member edits its overwrites. */
  syncedChannelsFollow: boolean
  /** The order of the events of one act: Discord promises none between events of different kinds. */
  eventOrder: 'usual' | 'shuffled'
  stages: {
    /** How long a stage without a speaker stays open. */
    silentClosesMs: number
    /** Whether STAGE_INSTANCE_DELETE comes twice for the stage of a scheduled event, as was reported. */
    eventStagesDeletedTwice: boolean
  }
}

/** How far away Discord is: latencies by name, as measured from data centres near and far. */
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
