import { expect, test } from 'vitest'
import { commonNames } from './template.ts'
import { toldUnknown, unknownPlaceholders } from './unknown-placeholders.ts'

const told = (text: string, known: readonly string[] = commonNames) =>
  unknownPlaceholders([text], known).map(one => toldUnknown(one))

test('an unknown placeholder is reported once, with the closest known one', () => {
  expect(told('Hi {usr}, hi {usr}, hi {USR}')).toEqual([
    '{usr} is not known here, so it stays as typed. Did you mean {user}?',
  ])
  expect(told('{member.nmae} {Server:Mebmers}')).toEqual([
    '{member.nmae} is not known here, so it stays as typed. Did you mean {member.name}?',
    '{Server:Mebmers} is not known here, so it stays as typed. Did you mean {server.members}?',
  ])
  expect(told('{quux} in {}, { user }, {two words}')).toEqual(['{quux} is not known here, so it stays as typed.'])
})

test('a known placeholder is not reported, in any of its spellings', () => {
  expect(told('{user} {Member:Name} {SERVER.NAME} {member.createdAt}')).toEqual([])
  expect(told('{count}', ['count'])).toEqual([])
  expect(told('{user}', ['count'])).toEqual(['{user} is not known here, so it stays as typed.'])
})
