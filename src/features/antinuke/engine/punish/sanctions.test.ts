import { expect, test } from 'vitest'
import { rolesTaken } from './sanctions.ts'
import type { PunishStep } from './steps.ts'

const strip = (enough: boolean): PunishStep => ({ do: 'strip', enough, keep: [], take: ['1', '2'] })
const kick: PunishStep = { do: 'kick', enough: true }
const ban: PunishStep = { do: 'ban', enough: true }
const timeout: PunishStep = { do: 'timeout', enough: true }

test('roles count as taken if taking them ended the sanction, or prepared what did', () => {
  expect(rolesTaken({ steps: [kick, strip(true), ban], done: 'strip' })).toEqual(['1', '2'])
  expect(rolesTaken({ steps: [strip(false), timeout], done: 'timeout' })).toEqual(['1', '2'])
})

test('roles that Discord did not let the bot take are not reported as taken', () => {
  expect(rolesTaken({ steps: [kick, strip(true), ban], done: 'ban' })).toEqual([])
  expect(rolesTaken({ steps: [strip(true), ban], done: null })).toEqual([])
})
