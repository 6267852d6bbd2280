import { expect, test } from 'vitest'
import { defaultPanel, panelDesign } from '#features/tickets/panels/contract.ts'
import { summaryOf } from './panel-summary.ts'

const role = (id: string, name: string) => ({
  id,
  name,
  colour: '#000000',
  position: 1,
  managed: false,
  assignable: true,
  reason: null,
  takingReason: null,
})
const guild = { channels: [], roles: [role('1', 'Helpers'), role('2', 'Billing')] }
const answeredBy = (patch: object, supportRole: string | null | undefined) =>
  new Map(summaryOf({ ...panelDesign.parse(defaultPanel), ...patch }, guild, supportRole)).get('Answered by')

test('who answers is named by role: the support team only if there is one, and once', () => {
  expect(answeredBy({}, '1')).toBe('Helpers')
  expect(answeredBy({ support_roles: ['2', '1'] }, '1')).toBe('Helpers, Billing')
  expect(answeredBy({ support_roles: ['2'] }, null)).toBe('Billing')
  expect(answeredBy({}, null)).toBe('nobody but managers')
  expect(answeredBy({ support_team_view: false }, '1')).toBe('nobody but managers')
  expect(answeredBy({}, undefined)).toBe('the support team')
})
