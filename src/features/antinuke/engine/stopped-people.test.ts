import { expect, test } from 'vitest'
import { createMemory } from '#kernel/feature.ts'
import {
  noteNoticed,
  noteStopped,
  noteConfirmation,
  noticedBefore,
  stoppedLately,
  confirmationMs,
  confirmedAt,
  untilConfirmed,
  whenConfirmedLate,
} from './stopped-people.ts'

function stopped() {
  let now = 1000
  const services = { memory: createMemory(), now: () => now }
  noteStopped(services, '1', '2', { guildId: '1', number: 1 })
  return {
    services,
    told: (what: 'left' | 'changed', at: number) => ((now = at), noteConfirmation(services, '1', '2', what)),
  }
}

test('the first report counts, whatever is reported about somebody long after', () => {
  const { services, told } = stopped()
  expect(confirmedAt(services, '1', '2', 'changed')).toBeUndefined()
  told('changed', 1100)
  told('changed', 5000)
  told('left', 600_000)
  expect(confirmedAt(services, '1', '2', 'changed')).toBe(1100)
  expect(confirmedAt(services, '1', '2', 'left')).toBe(600_000)
})

test('nothing else is reported about somebody who left', () => {
  const { services, told } = stopped()
  told('left', 1200)
  expect(confirmedAt(services, '1', '2', 'changed')).toBe(1200)
  expect(untilConfirmed(services, '1', '2', 'changed')).toBeUndefined()
})

test('what continues once it is reported does so once, however often it was asked for, and not before', () => {
  const { services, told } = stopped()
  let times = 0
  for (let again = 0; again < 500; again += 1) whenConfirmedLate(services, '1', '2', 'left', () => (times += 1))
  told('changed', 1100)
  expect(times).toBe(0)
  told('left', 1200)
  told('left', 1300)
  expect(times).toBe(1)
})

test('what is reported long after is about something else: nothing continues', () => {
  const { services, told } = stopped()
  let times = 0
  whenConfirmedLate(services, '1', '2', 'changed', () => (times += 1))
  told('changed', 1000 + confirmationMs + 1)
  expect(times).toBe(0)
})

test('what was decided while the clock was ahead is not recent once the clock is right', () => {
  const aheadMs = 30 * 86_400_000
  let now = Date.now() + aheadMs
  const services = { memory: createMemory(), now: () => now }
  const one = { actorId: '2', module: 'anti_channel' } as const
  noteStopped(services, '1', null, { guildId: '1', number: 1 })
  noteNoticed(services, '1', one, { guildId: '1', number: 1 })
  noteStopped(services, '1', '2', { guildId: '1', number: 1 })
  let toldLate = 0
  whenConfirmedLate(services, '1', '2', 'left', () => (toldLate += 1))
  // Clocks are set back by a little all the time.
  now -= 50
  expect(stoppedLately(services, '1', null)).toBeDefined()
  expect(noticedBefore(services, '1', one)).toMatchObject({ isSame: true })
  now -= aheadMs
  expect(stoppedLately(services, '1', null)).toBeUndefined()
  expect(noticedBefore(services, '1', one)).toMatchObject({ isSame: false })
  noteConfirmation(services, '1', '2', 'left')
  expect(toldLate).toBe(0)
})
