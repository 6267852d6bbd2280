/** 'certain': no other explanation fits. 'likely': the counts are right, but not necessarily who used which invite. */
export type Certainty = 'certain' | 'likely' | 'unknown'

/** How a member joined. */
export interface Attribution {
  via: 'invite' | 'vanity' | 'bot' | 'unknown'
  certainty: Certainty
  inviterId: string | null
  code: string | null
  /** When they joined, Unix ms. */
  at: number
}

/** A snapshot of an invite. */
export interface InviteState {
  code: string
  uses: number
  /** 0 means unlimited. */
  maxUses: number
  /** Null for the vanity code, and when the inviter's account is gone. */
  inviterId: string | null
  vanity: boolean
  /** Unix ms, or null for never. */
  expiresAt: number | null
  /** When Discord reported it gone (Unix ms), or null if it has not. */
  deletedAt: number | null
}

interface AttributionInput {
  /** The invites before the joins; undefined when they had not been read. */
  before: readonly InviteState[] | undefined
  /** The invites now. */
  after: readonly InviteState[]
  /** Who joined in between, without bots, oldest first; `since` is when we learned of it (Unix ms). */
  joins: readonly { userId: string; since: number }[]
  /**
   * How many of them we knew of before requesting `after`, which includes their uses and perhaps those of later joins.
   */
  countedJoins: number
  /** Whether we may have missed joins because the bot was offline at some point since `before`. */
  joinsMissed: boolean
}

/** How one member joined; the time is that of the join. */
export type JoinFinding = Omit<Attribution, 'at'>

interface AttributionResult {
  /** One per join, in the same order; fewer than joins when the last ones are not counted yet and have to wait. */
  findings: JoinFinding[]
  /** False while uses, joins and deletions do not match: something may still be on its way, so look again. */
  addsUp: boolean
}

/** Uses of one code that these joins may explain. */
interface Growth extends Pick<InviteState, 'code' | 'inviterId' | 'vanity'> {
  by: number
  /** False when the invite may be gone for a reason other than being used up. */
  sure: boolean
}

/** Discord reports a used-up invite as deleted right after the join; one deleted long before was not used. */
const deletionSlackMs = 5_000

const unknown: JoinFinding = { via: 'unknown', certainty: 'unknown', inviterId: null, code: null }

const sum = (growths: readonly Growth[]) => growths.reduce((total, { by }) => total + by, 0)

/** How much the remaining invites grew. All uses of one that appeared in the meantime count as growth. */
function visibleGrowth(before: readonly InviteState[], after: readonly InviteState[]): Growth[] {
  const earlier = new Map(before.map(seen => [seen.code, seen.uses]))
  return after.flatMap(({ code, inviterId, vanity, uses }): Growth[] => {
    const by = uses - (earlier.get(code) ?? 0)
    return by > 0 ? [{ code, inviterId, vanity, by, sure: true }] : []
  })
}

/** Invites that are gone and may have been used up by these joins: limited, not expired, not deleted long before. */
function usedUp({ after, joins }: AttributionInput, before: readonly InviteState[]): Growth[] {
  const there = new Set(after.map(({ code }) => code))
  const heard = joins.map(({ since }) => since)
  const [first, last] = [Math.min(...heard), Math.max(...heard)]
  return before.flatMap(({ code, inviterId, vanity, uses, maxUses, expiresAt, deletedAt }): Growth[] => {
    const by = maxUses - uses
    if (there.has(code) || by < 1 || (expiresAt !== null && expiresAt <= first)) return []
    if (deletedAt !== null && deletedAt < first - deletionSlackMs) return []
    return [{ code, inviterId, vanity, by, sure: deletedAt !== null && deletedAt >= last }]
  })
}

/** Whom a growth points to: several invites of one person still point to that person. */
const sourceOf = ({ code, inviterId, vanity }: Growth) => (vanity || inviterId === null ? `code ${code}` : inviterId)

const findingOf = ({ code, inviterId, vanity }: Growth, certainty: JoinFinding['certainty']): JoinFinding => ({
  via: vanity ? 'vanity' : 'invite',
  certainty,
  inviterId,
  code,
})

/** Assigns every use to one join, so that each inviter's count is right even where the pairing is uncertain. */
function assignUses(growths: readonly Growth[], joins: number, joinsMissed: boolean): JoinFinding[] {
  const oneSource = new Set(growths.map(sourceOf)).size === 1
  const certainty = oneSource && !joinsMissed && growths.every(({ sure }) => sure) ? 'certain' : 'likely'
  const uses = growths.flatMap(growth => Array.from({ length: growth.by }, () => findingOf(growth, certainty)))
  // We know whose invite they used, but not which of that person's several invites it was.
  const told = oneSource && growths.length > 1 ? uses.map(use => ({ ...use, code: null })) : uses
  return told.slice(0, joins)
}

/**
 * Who used which invite, from the invites' counts before and after. Discord does not report this itself
 * (https://github.com/discord/discord-api-docs/discussions/448). README.md in this folder has the truth table.
 * Never credits more joins than a code's uses grew by.
 */
export function attribute(question: AttributionInput): AttributionResult {
  const { before, after, joins, countedJoins, joinsMissed } = question
  const nobody = joins.map(() => unknown)
  if (joins.length === 0) return { findings: [], addsUp: true }
  if (!before) return { findings: nobody, addsUp: true }
  const grown = visibleGrowth(before, after)
  const missing = joins.length - sum(grown)
  if (missing === 0) return { findings: assignUses(grown, joins.length, joinsMissed), addsUp: true }
  if (missing < 0) {
    const oneSource = new Set(grown.map(sourceOf)).size === 1
    // More uses than joins: whoever joined used the only source there is, unless they used no invite at all.
    return { findings: oneSource ? assignUses(grown, joins.length, true) : nobody, addsUp: false }
  }
  const gone = usedUp(question, before)
  if (sum(gone) === missing)
    return {
      findings: assignUses([...grown, ...gone], joins.length, joinsMissed),
      addsUp: gone.every(({ sure }) => sure),
    }
  // People keep joining: the uses so far belong to those who joined first, unless one of them used no invite.
  const uses = sum(grown)
  const first = uses >= countedJoins ? assignUses(grown, uses, true) : nobody.slice(0, countedJoins)
  return { findings: first, addsUp: false }
}
