import { z } from 'zod'
import type { Choice, MenuDesign } from '../menus/contract.ts'

/**
 * Determines the consequences of a choice. It depends on no service, so that a preview in the browser answers as the
 * bot does.
 */

/** What is remembered about a member's earlier choice. */
const noteStates = ['held', 'away', 'seen'] as const
/**
 * 'held': the menu gave the role. 'away': it took the role, to return it later. 'seen': a choice without further
 * consequences.
 */
export type NoteState = (typeof noteStates)[number]

/** A press of a button or in a select; a reaction that was added or removed. */
export const acts = z.enum(['press', 'add', 'remove'])
export type ChoosingAct = z.output<typeof acts>

/** A member who chooses. */
export interface Chooser {
  /** The roles that they have now. */
  roles: ReadonlySet<string>
  /** What the menu remembers about their earlier choices, by choice. */
  notes: ReadonlyMap<string, NoteState>
  /** Whether they have not accepted the rules of the server yet. */
  pending: boolean
}

export type ChoosingRefusal =
  | { why: 'required' }
  | { why: 'forbidden'; roleId: string }
  | { why: 'pending' }
  | { why: 'bound'; choice: Choice }
  | { why: 'full' }
  | { why: 'has' }
  | { why: 'lacks' }

export interface ChoosingOutcome {
  give?: Choice
  take: Choice[]
  /** Set if nothing is given or taken. */
  refusal?: ChoosingRefusal
  /** What to remember about the choice from now on: null to forget it, undefined to leave it as it is. */
  note?: NoteState | null
}

type Rules = Pick<MenuDesign, 'mode' | 'most' | 'choices' | 'required_roles' | 'forbidden_roles'>

/** Why a member may be given nothing here. */
function barred(rules: Rules, { roles, pending }: Chooser): ChoosingRefusal | undefined {
  if (pending) return { why: 'pending' }
  const roleId = rules.forbidden_roles.find(id => roles.has(id))
  if (roleId !== undefined) return { why: 'forbidden', roleId }
  const needed = rules.required_roles
  return needed.length > 0 && !needed.some(id => roles.has(id)) ? { why: 'required' } : undefined
}

const refused = (refusal: ChoosingRefusal): ChoosingOutcome => ({ take: [], refusal })

/** The choices of a menu whose roles a member has. */
const heldOf = ({ choices }: Rules, { roles }: Chooser): Choice[] => choices.filter(one => roles.has(one.role_id))

function given(rules: Rules, chooser: Chooser, choice: Choice): ChoosingOutcome {
  const reason = barred(rules, chooser)
  if (reason) return refused(reason)
  const others = heldOf(rules, chooser).filter(one => one.id !== choice.id)
  if (rules.mode === 'unique') return { give: choice, take: others, note: 'held' }
  if (rules.mode === 'limit' && others.length >= rules.most) return refused({ why: 'full' })
  return { give: choice, take: [], note: 'held' }
}

function bound(rules: Rules, chooser: Chooser, choice: Choice): ChoosingOutcome {
  // A choice stays in force even if somebody took the role by hand, or the choice was removed from the menu.
  const [chosen] = [...chooser.notes].flatMap(([id, state]) => (state === 'held' ? [id] : []))
  const kept = rules.choices.find(one => one.id === chosen)
  if (chosen !== undefined && chosen !== choice.id)
    return refused(kept ? { why: 'bound', choice: kept } : { why: 'full' })
  if (chooser.roles.has(choice.role_id)) return { take: [], refusal: { why: 'has' }, note: 'held' }
  const [other] = heldOf(rules, chooser)
  if (chosen === undefined && other) return refused({ why: 'bound', choice: other })
  const reason = barred(rules, chooser)
  return reason ? refused(reason) : { give: choice, take: [], note: 'held' }
}

function dropped(chooser: Chooser, choice: Choice): ChoosingOutcome {
  return chooser.roles.has(choice.role_id)
    ? { take: [choice], note: 'seen' }
    : { take: [], refusal: { why: 'lacks' }, note: 'seen' }
}

/** Handles a press of a button, or of an option in a select. */
function pressed(rules: Rules, chooser: Chooser, choice: Choice): ChoosingOutcome {
  const has = chooser.roles.has(choice.role_id)
  switch (rules.mode) {
    case 'verify':
      return has ? { take: [], refusal: { why: 'has' } } : given(rules, chooser, choice)
    case 'drop':
      return { ...dropped(chooser, choice), note: null }
    case 'binding':
      return bound(rules, chooser, choice)
    case 'reversed':
      if (has) return { take: [choice], note: 'away' }
      if (chooser.notes.get(choice.id) !== 'away') return refused({ why: 'lacks' })
      return { ...given(rules, chooser, choice), note: null }
    default:
      return has ? { take: [choice], note: null } : given(rules, chooser, choice)
  }
}

function added(rules: Rules, chooser: Chooser, choice: Choice): ChoosingOutcome {
  const has = chooser.roles.has(choice.role_id)
  switch (rules.mode) {
    case 'drop':
      return dropped(chooser, choice)
    case 'reversed':
      if (has) return { take: [choice], note: 'away' }
      // A role taken earlier will still be returned when the reaction is removed.
      return { take: [], refusal: { why: 'lacks' }, note: chooser.notes.get(choice.id) === 'away' ? 'away' : 'seen' }
    case 'binding':
      return bound(rules, chooser, choice)
    default: {
      if (!has) return given(rules, chooser, choice)
      const others = rules.mode === 'unique' ? heldOf(rules, chooser).filter(one => one.id !== choice.id) : []
      return others.length > 0 ? { take: others, note: 'held' } : { take: [], refusal: { why: 'has' }, note: 'held' }
    }
  }
}

function removed(rules: Rules, chooser: Chooser, choice: Choice): ChoosingOutcome {
  const state = chooser.notes.get(choice.id)
  const has = chooser.roles.has(choice.role_id)
  switch (rules.mode) {
    case 'verify':
      // Still theirs; choosing it again changes nothing.
      return { take: [], refusal: { why: 'has' } }
    case 'binding':
      return { take: [], refusal: { why: 'bound', choice } }
    case 'drop':
      return { take: [], refusal: { why: 'lacks' }, note: null }
    case 'reversed': {
      if (state !== 'away' || has) return { take: [], refusal: { why: 'lacks' }, note: null }
      const back = given(rules, chooser, choice)
      return { ...back, note: null }
    }
    default:
      // A role that was never chosen here is not the menu's to take.
      return state !== undefined && has
        ? { take: [choice], note: null }
        : { take: [], refusal: { why: 'lacks' }, note: null }
  }
}

/**
 * The consequences of a choice.
 * @param act what the member did; with reactions, removing one counts too
 */
export function outcomeOf(rules: Rules, chooser: Chooser, choice: Choice, act: ChoosingAct): ChoosingOutcome {
  if (act === 'press') return pressed(rules, chooser, choice)
  return act === 'add' ? added(rules, chooser, choice) : removed(rules, chooser, choice)
}

/** Whether a reaction without consequences is removed, so that the remaining ones show what counts. */
export const isTakenBack = ({ refusal }: Pick<ChoosingOutcome, 'refusal'>): boolean =>
  refusal !== undefined && refusal.why !== 'has' && refusal.why !== 'lacks'
