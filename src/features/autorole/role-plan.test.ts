import { expect, test } from 'vitest'
import { planFor } from './role-plan.ts'

const own = { memberRoles: ['1', '2'], botRoles: ['3'], waitForScreening: true, stickyRoles: false }
const person = { bot: false, pending: false, held: [], before: ['9'] }

test('people and bots get their own roles, and none twice', () => {
  expect(planFor(own, person)).toEqual({ kind: 'give', roleIds: ['1', '2'] })
  expect(planFor(own, { ...person, bot: true })).toEqual({ kind: 'give', roleIds: ['3'] })
  expect(planFor(own, { ...person, held: ['2'] })).toEqual({ kind: 'give', roleIds: ['1'] })
})

test('what somebody had is given back only where the server wants it', () => {
  expect(planFor({ ...own, stickyRoles: true }, { ...person, before: ['2', '9'] })).toEqual({
    kind: 'give',
    roleIds: ['1', '2', '9'],
  })
})

test('nobody is waited for without need', () => {
  const pending = { ...person, pending: true }
  expect(planFor(own, pending)).toEqual({ kind: 'wait' })
  expect(planFor({ ...own, waitForScreening: false }, pending).kind).toBe('give')
  expect(planFor({ ...own, memberRoles: [] }, pending)).toEqual({ kind: 'give', roleIds: [] })
})
