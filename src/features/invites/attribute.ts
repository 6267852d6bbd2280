/** 'certain': no other explanation fits. 'likely': the counts are right, who of several came by which invite is not sure. */
export type Certainty = 'certain' | 'likely' | 'unknown'

/** How a member came in. */
export interface Attribution {
  via: 'invite' | 'vanity' | 'bot' | 'unknown'
  certainty: Certainty
  inviterId: string | null
  code: string | null
  /** When they joined, Unix ms. */
  at: number
}

/** An invite as it was seen at one moment. */
export interface InviteState {
  code: string
  uses: number
  /** 0 is without limit. */
  maxUses: number
  /** Null for the vanity code, and where the inviter's account is gone. */
  inviterId: string | null
  vanity: boolean
  /** Unix ms, or null for never. */
  expiresAt: number | null
  /** When Discord told that it is gone (Unix ms), or null while it did not. */
  deletedAt: number | null
}

interface AttributionInput {
  /** The invites before the joins; undefined when nobody had looked. */
  before: readonly InviteState[] | undefined
  /** The invites now. */
  after: readonly InviteState[]
  /** Who joined in between and is not a bot, oldest first; `since` is when we heard of it (Unix ms). */
  joins: readonly { userId: string; since: number }[]
  /** How many of them were heard of before `after` was asked for: their uses are counted in it, those of later ones perhaps. */
  countedJoins: number
  /** Whether more joins may have happened than were heard of: the bot was away since `before`. */
  joinsMissed: boolean
}

/** How one member came; the moment is the join's own. */
export type Finding = Omit<Attribution, 'at'>

interface AttributionResult {
  /** One per join, in the same order; fewer than joins when the last ones are not counted yet and wait. */
  findings: Finding[]
  /** False while uses, joins and deletions do not add up: something may still be on its way, so look again. */
  addsUp: boolean
}

/** Uses of one code that the joins may account for. */
interface Growth extends Pick<InviteState, 'code' | 'inviterId' | 'vanity'> {
  by: number
  /** False when the invite may have gone for another reason than being used up. */
  sure: boolean
}

/** An invite that was used up is told as deleted right after the join; what was deleted long before was not used. */
const deletionSlackMs = 5_000

const unknown: Finding = { via: 'unknown', certainty: 'unknown', inviterId: null, code: null }

const sum = (growths: readonly Growth[]) => growths.reduce((total, { by }) => total + by, 0)

/** What grew of the invites that are still there. One that appeared meanwhile has all its uses from then. */
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

/** Whom a growth speaks for: one person with several invites is still one answer. */
const sourceOf = ({ code, inviterId, vanity }: Growth) => (vanity || inviterId === null ? `code ${code}` : inviterId)

const findingOf = ({ code, inviterId, vanity }: Growth, certainty: Finding['certainty']): Finding => ({
  via: vanity ? 'vanity' : 'invite',
  certainty,
  inviterId,
  code,
})

/** Every use is dealt out to one join, so that each inviter's count is right even where the pairs are not sure. */
function assignUses(growths: readonly Growth[], joins: number, joinsMissed: boolean): Finding[] {
  const oneSource = new Set(growths.map(sourceOf)).size === 1
  const certainty = oneSource && !joinsMissed && growths.every(({ sure }) => sure) ? 'certain' : 'likely'
  const uses = growths.flatMap(growth => Array.from({ length: growth.by }, () => findingOf(growth, certainty)))
  // By which of several invites of one person they came is not known, only by whose.
  const told = oneSource && growths.length > 1 ? uses.map(use => ({ ...use, code: null })) : uses
  return told.slice(0, joins)
}

/**
 * Who came by which invite, from what the invites' counts were before and are now. Discord tells no such thing itself
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
    // More uses than joins: whoever these are, they came by the only source there is, unless by none at all.
    return { findings: oneSource ? assignUses(grown, joins.length, true) : nobody, addsUp: false }
  }
  const gone = usedUp(question, before)
  if (sum(gone) === missing)
    return {
      findings: assignUses([...grown, ...gone], joins.length, joinsMissed),
      addsUp: gone.every(({ sure }) => sure),
    }
  // People keep coming: the uses there are belong to those who came first, unless one of them came by no invite.
  const uses = sum(grown)
  const first = uses >= countedJoins ? assignUses(grown, uses, true) : nobody.slice(0, countedJoins)
  return { findings: first, addsUp: false }
}
