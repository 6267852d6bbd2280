import { expect, test } from 'vitest'
import { shownRoleColour } from './role-dot.tsx'

test('a role without a colour is grey', () => {
  expect(shownRoleColour('#000000')).toBe('#99aab5')
  expect(shownRoleColour('#068ADD')).toBe('#068ADD')
})
