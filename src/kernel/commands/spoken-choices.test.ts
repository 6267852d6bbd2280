import { expect, test } from 'vitest'
import { option } from '../declarations/option.ts'
import { assignWords } from './assign-words.ts'

const mara = '<@80351110224678912>'
const ban = {
  member: option.user('whom'),
  delete: option.choice('what goes', ['del-0', 'del-1h', 'del-1d', 'del-3d', 'del-7d'], { optional: true }),
  duration: option.duration('how long', { optional: true }),
  reason: option.rest('why', { optional: true }),
}
const typed = (words: string) => assignWords(ban, `${mara} ${words}`)

test('how much is deleted may be said in words, with a unit of its own', () => {
  for (const words of ['delete 7 days', 'delete 7 days of messages', 'del 7d of his history', 'delete 1 week'])
    expect(typed(words)).toEqual({ member: mara, delete: 'del-7d' })
  expect(typed('delete 1 hour spam')).toEqual({ member: mara, delete: 'del-1h', reason: 'spam' })
  expect(typed('delete 24h')).toEqual({ member: mara, delete: 'del-1d' })
  expect(typed('del 3 spam')).toEqual({ member: mara, delete: 'del-3d', reason: 'spam' })
  expect(typed('delete 7 days 2w spam')).toEqual({ member: mara, delete: 'del-7d', duration: '2w', reason: 'spam' })
})

test('a number of messages is not a number of days', () => {
  for (const words of ['delete 3 messages', 'delete 3 of his messages', 'del 3 spam messages'])
    expect(typed(words)).toMatchObject({ delete: 'del-3' })
  expect(typed('delete 2 days')).toMatchObject({ delete: 'del-2' })
})

test('a time after “delete” is not how long the ban lasts', () => {
  for (const words of ['delete messages 7d', 'spam delete 7d', 'and delete 7d', 'spam, del 2 days'])
    expect(() => typed(words)).toThrow('how long it lasts, or does it belong to “delete”?')
  expect(typed('deleted messages 7d')).toEqual({ member: mara, duration: '7d', reason: 'deleted messages' })
  expect(typed('del-1d spam 7d')).toEqual({ member: mara, delete: 'del-1d', duration: '7d', reason: 'spam' })
})

test('a reason that begins with what was meant for the choice is asked about', () => {
  for (const words of ['delete messages', 'delete all messages', 'and delete the last 5', 'delete-messages'])
    expect(() => typed(words)).toThrow('the delete, or part of the reason?')
  for (const reason of [
    'delete your account',
    'deletes messages',
    'told to delete messages',
    'deleting 5 messages',
    'delete 2fa codes',
  ])
    expect(typed(reason)).toEqual({ member: mara, reason })
  expect(typed('reason: delete messages')).toEqual({ member: mara, reason: 'delete messages' })
  expect(typed('"delete messages"')).toEqual({ member: mara, reason: 'delete messages' })
})
