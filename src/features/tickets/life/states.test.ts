import { expect, test } from 'vitest'
import { ticketStates } from './contract.ts'
import { type TicketAction, after } from './states.ts'

const taken = (action: TicketAction) => ticketStates.filter(state => after(state, action) !== undefined)

test('a ticket opens, closes, reopens and is deleted, each only in the right state', () => {
  expect(after('opening', 'opened')).toBe('open')
  expect(after('open', 'close')).toBe('closed')
  expect(after('closed', 'reopen')).toBe('open')
  expect(taken('delete')).toEqual(['opening', 'open', 'closed'])
  expect(taken('close')).toEqual(['open'])
  expect(taken('claim')).toEqual(['open'])
  expect(after('closed', 'add')).toBe('closed')
  expect(taken('reopen')).toEqual(['closed'])
})
