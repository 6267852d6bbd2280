import { expect, test } from 'vitest'
import { planRoles } from './role-plan.ts'

const own = { memberRoles: ['1', '2'], botRoles: ['3'], waitForScreening: true, stickyRoles: false }
const person = { bot: false, pending: false, currentRoles: [], rolesAtDeparture: ['9'] }

test('people and bots get their own roles, and none twice', () => {
  expect(planRoles(own, person)).toEqual({ kind: 'give', roleIds: ['1', '2'] })
  expect(planRoles(own, { ...person, bot: true })).toEqual({ kind: 'give', roleIds: ['3'] })
  expect(planRoles(own, { ...person, currentRoles: ['2'] })).toEqual({ kind: 'give', roleIds: ['1'] })
})

test('former roles are given back only if the server wants that', () => {
  expect(planRoles({ ...own, stickyRoles: true }, { ...person, rolesAtDeparture: ['2', '9'] })).toEqual({
    kind: 'give',
    roleIds: ['1', '2', '9'],
  })
})

test('nobody is kept waiting without need', () => {
  const pending = { ...person, pending: true }
  expect(planRoles(own, pending)).toEqual({ kind: 'wait' })
  expect(planRoles({ ...own, waitForScreening: false }, pending).kind).toBe('give')
  expect(planRoles({ ...own, memberRoles: [] }, pending)).toEqual({ kind: 'give', roleIds: [] })
})
