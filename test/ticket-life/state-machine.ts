import { deletedAfter, type Login, logins, opener, owner, type PanelId, type Place, type Role } from './participants.ts'
import { rolesAtFirst, type Rules, seats, type Visibility, type Wish } from './participants.ts'

/** A ticket as it should be; times are in minutes. */
export interface Model {
  readonly wish: Wish
  /** The current setting. */
  visibility: Record<PanelId, Visibility>
  panel: PanelId
  state: 'open' | 'closed' | 'deleted'
  claimedBy: Login | null
  guests: Set<Login>
  priority: string
  asked: boolean
  awaiting: 'team' | 'member' | null
  /** Whether the team has answered. */
  answered: boolean
  /** Its name, and the name that its channel has. */
  name: string
  shownName: string
  /** Renames that Discord has accepted since time last passed. */
  renames: number
  /** Whether another rename waits until Discord accepts it. */
  renameWaits: boolean
  place: Place
  present: Set<Login>
  roles: Map<Login, Set<Role>>
  /** People who were given access to its channel by hand. */
  letIn: Set<Login>
  /** The members of its thread. */
  inThread: Set<Login>
  feedbackAsked: boolean
  time: number
  /** When it was last opened or reopened. */
  began: number
  spoken: number
  warned: number | null
  overdueWarned: number | null
  warnings: number
  closesOnRequest: number | null
  deletes: number | null
  /** Whether the opener is asked for feedback in its channel, which would otherwise be deleted. */
  askedThere: boolean
}

export function begin(wish: Wish, name: string): Model {
  const roles = new Map(logins.map(login => [login, new Set(rolesAtFirst[login])]))
  return {
    wish,
    visibility: { help: wish.rules.help.visibility, billing: wish.rules.billing.visibility },
    panel: 'help',
    state: 'open',
    claimedBy: null,
    guests: new Set(),
    priority: 'normal',
    asked: false,
    awaiting: 'team',
    answered: false,
    name,
    shownName: name,
    renames: 0,
    renameWaits: false,
    place: 'open',
    present: new Set(logins),
    roles,
    letIn: new Set(),
    inThread: new Set<Login>([opener, ...logins.filter(login => roles.get(login)?.has('support'))]),
    feedbackAsked: false,
    time: 0,
    began: 0,
    spoken: 0,
    warned: null,
    overdueWarned: null,
    warnings: 0,
    closesOnRequest: null,
    deletes: null,
    askedThere: false,
  }
}

const holds = (model: Model, login: Login, role: Role | null) =>
  role !== null && model.roles.get(login)?.has(role) === true
const rulesOf = ({ wish, panel }: Model): Rules => wish.rules[panel]
export const isThread = ({ wish }: Model): boolean => wish.kind === 'thread'

/** Whether somebody belongs to the team of the ticket's panel. */
export const answers = (model: Model, login: Login): boolean =>
  model.present.has(login) && (login === owner || holds(model, login, seats[model.panel].answer))

const reads = (model: Model, login: Login) => answers(model, login) || holds(model, login, seats[model.panel].read)

/** What a claim leaves to other members of the team. */
const leftBy = (model: Model, login: Login): Visibility =>
  isThread(model) || model.claimedBy === null || model.claimedBy === login ? 'everyone' : model.visibility[model.panel]

/** What somebody may do in the ticket's channel or thread. */
export function rights(model: Model, login: Login): 'nothing' | 'sees' | 'writes' {
  if (!model.present.has(login)) return 'nothing'
  if (login === owner) return 'writes'
  if (isThread(model)) return !model.inThread.has(login) ? 'nothing' : model.state === 'open' ? 'writes' : 'sees'
  const isIn = login === opener || model.guests.has(login)
  if (model.letIn.has(login) || (isIn && model.state === 'open')) return 'writes'
  if (login === opener && model.askedThere) return 'sees'
  // The person who claimed it has an overwrite of their own, which counts more than a role's.
  if (model.claimedBy === login && model.visibility[model.panel] !== 'everyone') return 'writes'
  const team = holds(model, login, seats[model.panel].answer) ? leftBy(model, login) : 'hidden'
  if (team === 'everyone') return 'writes'
  return team === 'read_only' || holds(model, login, seats[model.panel].read) ? 'sees' : 'nothing'
}

/** What somebody may do with the ticket in the browser. */
export function browserRights(model: Model, login: Login): 'nothing' | 'acts' | 'writes' {
  if (!answers(model, login)) return 'nothing'
  const left = login === owner ? 'everyone' : leftBy(model, login)
  if (left === 'everyone') return 'writes'
  return left === 'read_only' || holds(model, login, seats[model.panel].read) ? 'acts' : 'nothing'
}

export const leaveThread = (model: Model, those: Iterable<Login>) => {
  for (const login of those) model.inThread.delete(login)
}
export const enterThread = (model: Model, those: Iterable<Login>) => {
  for (const login of those) if (model.present.has(login)) model.inThread.add(login)
}
const theirs = (model: Model) => [opener, ...model.guests] as const

/** @param goes whether its channel is deleted at once; otherwise the settings decide */
export function close(model: Model, goes?: true): void {
  const isKept = goes === undefined && model.wish.twoSteps
  Object.assign(model, { state: 'closed', asked: false, awaiting: null, closesOnRequest: null })
  Object.assign(model, { warned: null, overdueWarned: null, askedThere: false })
  model.deletes = isKept && rulesOf(model).deletes ? model.time + deletedAfter : null
  leaveThread(model, theirs(model))
  if (isKept) model.place = 'closed'
  const isAsked = model.wish.asks !== 'nobody' && !model.feedbackAsked && model.present.has(opener)
  const stays = isAsked && model.wish.asks === 'there' && !isKept && goes === undefined && !isThread(model)
  if (isAsked && (model.wish.asks === 'privately' || stays)) model.feedbackAsked = true
  if (stays) Object.assign(model, { askedThere: true, deletes: model.time + 10 })
  else if (!isKept) model.state = 'deleted'
}

/** The category for tickets of its panel. */
const homeOf = ({ panel }: Model): Place => (panel === 'help' ? 'open' : 'billing')

export function reopen(model: Model): boolean {
  if (model.state !== 'closed' || !model.present.has(opener)) return false
  Object.assign(model, { state: 'open', awaiting: 'team', began: model.time, spoken: model.time })
  Object.assign(model, { deletes: null, askedThere: false })
  model.place = homeOf(model)
  enterThread(model, theirs(model))
  enterThread(
    model,
    logins.filter(login => holds(model, login, seats[model.panel].answer)),
  )
  return true
}

/** A claim lasts as long as its holder may answer the ticket. */
function reviewClaim(model: Model): void {
  if (model.claimedBy !== null && !answers(model, model.claimedBy)) model.claimedBy = null
}

export function move(model: Model, to: PanelId): boolean {
  if (model.state !== 'open' || model.panel === to) return false
  const before = seats[model.panel]
  model.panel = to
  model.overdueWarned = null
  model.place = homeOf(model)
  const former = logins.filter(login => holds(model, login, before.answer) || holds(model, login, before.read))
  leaveThread(
    model,
    former.filter(login => !(login === opener || model.guests.has(login) || reads(model, login))),
  )
  enterThread(
    model,
    logins.filter(login => holds(model, login, seats[to].answer)),
  )
  reviewClaim(model)
  return true
}

/** A message of a person decides whose turn it is, and ends inactivity. */
export function say(model: Model, by: Login): void {
  if (model.state !== 'open') return
  Object.assign(model, { spoken: model.time, warned: null })
  if (by === opener) Object.assign(model, { awaiting: 'team', asked: false, closesOnRequest: null })
  else if (answers(model, by)) {
    model.awaiting = 'member'
    if (!model.answered && rulesOf(model).autoClaim) model.claimedBy ??= by
    model.answered = true
  }
}

/** Mentioning somebody in a thread adds them if the writer may invite people. */
export function mention(model: Model, by: Login, mentioned: Login): void {
  if (isThread(model) && by === owner) enterThread(model, [mentioned])
}

/** Somebody leaves the server or is removed. */
export function leave(model: Model, login: Login): void {
  model.present.delete(login)
  model.roles.get(login)?.clear()
  model.inThread.delete(login)
  if (login === opener && model.state === 'open' && model.wish.closesOnLeave) close(model)
  reviewClaim(model)
}

export function join(model: Model, login: Login): void {
  model.present.add(login)
  if (model.state === 'open' && (login === opener || model.guests.has(login))) model.inThread.add(login)
}

export function takeRole(model: Model, login: Login, role: Role): void {
  model.roles.get(login)?.delete(role)
  reviewClaim(model)
  const { answer, read } = seats[model.panel]
  const isIn = login === opener || model.guests.has(login)
  if ((role === answer || role === read) && !isIn && !reads(model, login)) model.inThread.delete(login)
}

export function giveRole(model: Model, login: Login, role: Role): void {
  model.roles.get(login)?.add(role)
  if (model.state === 'open' && role === seats[model.panel].answer) model.inThread.add(login)
}
