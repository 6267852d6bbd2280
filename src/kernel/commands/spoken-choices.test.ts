import { expect, test } from 'vitest'
import { option } from '../declarations/option.ts'
import { assignWords } from './assign-words.ts'
import { choiceRefusal } from './values.ts'

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
  for (const words of ['delete 3 channels', 'delete 3 roles, and more'])
    expect(typed(words)).toMatchObject({ delete: 'del-3' })
  expect(typed('delete 2 days')).toMatchObject({ delete: 'del-2' })
})

test('a time after “delete” is not how long the ban lasts', () => {
  for (const words of ['delete messages 7d', 'spam delete 7d', 'and delete 7d', 'spam, del 2 days'])
    expect(() => typed(words)).toThrow('how long it lasts, or does it belong to “delete”?')
  expect(typed('threatens to delete the server 7d')).toMatchObject({ duration: '7d' })
  expect(typed('told us to delete account 7d')).toMatchObject({ duration: '7d' })
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
    'delete account request, 13 years old',
    'delete threats against all of us',
    'delete all channels',
  ])
    expect(typed(reason)).toEqual({ member: mara, reason })
  expect(typed('reason: delete messages')).toEqual({ member: mara, reason: 'delete messages' })
  expect(typed('"delete messages"')).toEqual({ member: mara, reason: 'delete messages' })
})

test('so is one that goes on with what is to be deleted', () => {
  for (const words of [
    'spam and delete all messages',
    'spam, delete his messages',
    'spam (delete all)',
    'raid & delete everything he wrote',
    'scam then delete the last 5',
    'spam and please delete his links',
  ])
    expect(() => typed(words)).toThrow('the delete, or part of the reason?')
  for (const words of ['7d spam delete 1d', '7d spam, del 1 day', '7d spam and delete 24h', '7d spam (delete 1d)'])
    expect(() => typed(words)).toThrow('Write del-1d for the one')
  for (const reason of [
    'keeps asking mods to delete messages',
    'tried to nuke and delete all messages',
    'raided, delete requests ignored',
    'mods delete messages and he posts them again',
    'spam and delete all channels',
    'posts and then deletes messages',
    'hates us so delete',
    'said he will delete 3 days',
    '"spam and delete all messages"',
  ])
    expect(typed(`7d ${reason}`)).toEqual({ member: mara, duration: '7d', reason: reason.replaceAll('"', '') })
  expect(typed('del-1d spam and delete all messages')).toMatchObject({ delete: 'del-1d' })
})

test('the option may be named with what only its choices say', () => {
  for (const words of ['delete:7d spam', 'delete:7 spam', 'spam delete:7d', 'delete:del-7d spam', 'spam delete: 7d,'])
    expect([words, typed(words)]).toEqual([words, { member: mara, delete: 'del-7d', reason: 'spam' }])
  expect(typed('delete:5 spam')).toMatchObject({ delete: '5' })
})

test('other verbs, and one word for both, are asked about too', () => {
  for (const words of ['purge 1d', 'spam purge 7d', 'spam, wipe 7 days'])
    expect(() => typed(words)).toThrow('does it belong to “delete”?')
  for (const words of ['purge messages', 'spam and purge all messages', 'delete=7d spam', '7d spam purge 1d'])
    expect(() => typed(words)).toThrow('the delete, or part of the reason?')
  for (const words of ['spam delete-7d', 'spam delete7d', 'spam, delete_7d'])
    expect(() => typed(words)).toThrow('Write del-7d for the one')
  for (const reason of [
    'remove links',
    'clear history of spam',
    'clean account',
    'tried to purge members',
    'delta-8 dealer',
  ])
    expect(typed(`7d ${reason}`)).toEqual({ member: mara, duration: '7d', reason })
  expect(typed('clear scam 7d')).toEqual({ member: mara, duration: '7d', reason: 'clear scam' })
})

test('a number that is no choice is not answered with another number', () => {
  const refused = (word: string) => choiceRefusal('Delete', word, ban.delete).message
  for (const word of ['del-5', 'del-2d', 'del-10', 'del']) expect(refused(word)).not.toContain('Did you mean')
  expect(refused('del-1')).toContain('Did you mean del-1')
  expect(refused('del-o')).toContain('Did you mean del-0?')
  expect(refused('dle-7d')).toContain('Did you mean del-7d?')
})
