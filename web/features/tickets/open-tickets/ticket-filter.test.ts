import { expect, test } from 'vitest'
import { readTicketFilter } from './ticket-filter.ts'

test("the URL keeps the list's filters and nothing else", () => {
  const filter = {
    claimed: 'mine',
    state: 'closed',
    panel: 'help',
    priority: 'high',
    waits: 'team',
    member: '100000000000000001',
  }
  expect(readTicketFilter({ ...filter, page: 3 })).toEqual(filter)
  expect(
    readTicketFilter({ claimed: 'me', panel: 7, priority: 'top', waits: '', state: 'open', member: 'mara' }),
  ).toEqual({})
  expect(readTicketFilter({ panel: 'x'.repeat(65) })).toEqual({})
})
