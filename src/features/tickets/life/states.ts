import type { TicketState } from './contract.ts'

/** What people and timers do to a ticket. */
export type TicketAction =
  | 'opened'
  | 'claim'
  | 'release'
  | 'lose'
  | 'transfer'
  | 'move'
  | 'add'
  | 'remove'
  | 'rename'
  | 'prioritise'
  | 'requestClose'
  | 'refuseClose'
  | 'close'
  | 'reopen'
  | 'delete'

const from: Readonly<Record<TicketAction, readonly TicketState[]>> = {
  opened: ['opening'],
  claim: ['open'],
  release: ['open'],
  lose: ['open', 'closed'],
  transfer: ['open'],
  move: ['open'],
  add: ['open', 'closed'],
  remove: ['open', 'closed'],
  rename: ['open', 'closed'],
  prioritise: ['open'],
  requestClose: ['open'],
  refuseClose: ['open'],
  close: ['open'],
  reopen: ['closed'],
  delete: ['opening', 'open', 'closed'],
}

const to: Partial<Record<TicketAction, TicketState>> = {
  opened: 'open',
  close: 'closed',
  reopen: 'open',
  delete: 'deleted',
}

/** Returns the state after an action, or undefined if a ticket in this state does not allow it. */
export function after(state: TicketState, action: TicketAction): TicketState | undefined {
  return from[action].includes(state) ? (to[action] ?? state) : undefined
}

/** Returns the states in which an action is allowed, for a conditional SQL statement. */
export const statesFor = (action: TicketAction): readonly TicketState[] => from[action]

/** Kinds of work in Discord that follow a change of a ticket. */
const dutyKinds = ['place', 'opening', 'controls', 'notice', 'log', 'transcript', 'feedback', 'removal'] as const
export type DutyKind = (typeof dutyKinds)[number]
