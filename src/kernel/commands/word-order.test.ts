import { expect, test } from 'vitest'
import { option } from '../feature.ts'
import { assignWords } from './assign-words.ts'

const timeout = {
  member: option.member('whom'),
  duration: option.duration('how long', { optional: true }),
  reason: option.rest('why', { optional: true }),
}

test('two words that can each be meant in one way only may be in any order', () => {
  const xp = { member: option.member('whose'), amount: option.integer('how much') }
  const muted = { member: option.member('whom'), duration: option.duration('how long'), reason: timeout.reason }
  const level = { level: option.integer('the level'), role: option.role('the role') }
  const spam = {
    state: option.choice('on or off', ['on', 'off']),
    most: option.integer('how many', { optional: true }),
  }
  for (const typed of ['<@10> 50', '50 <@10>'])
    expect(assignWords(xp, typed)).toEqual({ member: '<@10>', amount: '50' })
  for (const typed of ['<@&10> 5', '5 <@&10>'])
    expect(assignWords(level, typed)).toEqual({ role: '<@&10>', level: '5' })
  const rude = { member: '<@10>', duration: '10m', reason: 'being rude' }
  for (const typed of ['10m <@10> being rude', '<@10> 10m being rude']) expect(assignWords(muted, typed)).toEqual(rude)
  expect(assignWords(timeout, '10m <@10> being rude')).toEqual(rude)
  expect(assignWords(spam, '3 on')).toEqual({ state: 'on', most: '3' })
  // A member with that name is meant, and for two people the order decides which is which.
  const known = (_: unknown, text: string) => text === '50'
  expect(() => assignWords(xp, '50 <@10>', known)).not.toThrow()
  expect(assignWords(xp, '50 <@10>', known)).toEqual({ member: '50', amount: '<@10>' })
  const kept = { user: option.user('about whom'), text: option.rest('the note') }
  expect(assignWords(kept, '10m <@10>')).toEqual({ user: '10m', text: '<@10>' })
  // A text may say anything.
  const found = { text: option.text('which'), amount: option.integer('how many', { optional: true }) }
  expect(assignWords(found, '5 hello')).toEqual({ text: '5', amount: 'hello' })
})

test('a second target of a command is refused as such, even where nothing else could follow', () => {
  const listed = {
    user: option.user('whom'),
    for: option.duration('how long', { optional: true }),
    limit: option.integer('how many', { optional: true }),
  }
  const more = (typed: string, text: string) =>
    expect(() => assignWords(listed, typed, (_, name) => name === 'Jun')).toThrow(
      `“${text}” is one too many: this works on one at a time. Nothing was done.`,
    )
  more('<@10> <@11>', '<\u200B@11>')
  more('<@10>, <@11>', '<\u200B@11>')
  more('<@10> and <@11>', '<\u200B@11>')
  more('123456789012345678 123456789012345679', '123456789012345679')
  more('<@10> Jun', 'Jun')
  const role = { role: option.role('which'), kind: option.choice('whose', ['members', 'bots'], { optional: true }) }
  const isRole = (_: unknown, name: string) => name === 'Kiln' || name === 'Wheel'
  for (const typed of ['Kiln Wheel', 'Kiln, Wheel', '<@&10>, Wheel'])
    expect(() => assignWords(role, typed, isRole)).toThrow('“Wheel” is one too many')
  expect(assignWords(role, 'Kiln bots', isRole)).toEqual({ role: 'Kiln', kind: 'bots' })
})

test('punctuation after a mention or an id is neither part of it nor of a reason', () => {
  const locked = {
    channel: option.channel('which', { optional: true }),
    duration: option.duration('how long', { optional: true }),
    reason: timeout.reason,
  }
  for (const [typed, channel] of [
    ['<#10>, raid', '<#10>'],
    ['<#10>: raid', '<#10>'],
    ['123456789012345678, raid', '123456789012345678'],
  ] as const)
    expect(assignWords(locked, typed)).toEqual({ channel, reason: 'raid' })
  expect(() => assignWords(locked, '<#10>, <#11>')).toThrow('“<\u200B#11>” is one too many')
  expect(assignWords(timeout, '<@10>, 10m spam')).toEqual({ member: '<@10>', duration: '10m', reason: 'spam' })
  expect(assignWords(timeout, '10m <@10>: spam')).toEqual({ member: '<@10>', duration: '10m', reason: 'spam' })
  expect(assignWords(timeout, '123456789012345678: spam')).toEqual({ member: '123456789012345678', reason: 'spam' })
})

test.each([
  ['10 minutes,', '10 minutes'],
  ['10 minutes:', '10 minutes'],
  ['10m.', '10m'],
  ['1 hour 30 minutes;', '1 hour 30 minutes'],
  ['half an hour,', 'half an hour'],
  ['1.5h', '1.5h'],
])('punctuation after a duration is not part of it: “%s”', (typed, duration) => {
  expect(assignWords(timeout, `<@10>, ${typed} spam`)).toEqual({ member: '<@10>', duration, reason: 'spam' })
})

test.each([
  ['5,', '5'],
  ['#12:', '#12'],
  ['1,000.', '1,000'],
  ['-3!', '-3'],
])('punctuation after a number is not part of it: “%s”', (typed, level) => {
  const given = { level: option.integer('which'), role: option.role('which role') }
  expect(assignWords(given, `${typed} Regular`)).toEqual({ level, role: 'Regular' })
})

test('punctuation after a quoted name is not part of it, and after a quoted text it is', () => {
  for (const typed of ['"quiet river", spam', '“quiet river”: spam', '"quiet river" spam'])
    expect(assignWords(timeout, typed)).toEqual({ member: 'quiet river', reason: 'spam' })
  expect(assignWords(timeout, '<@10> "spam".')).toEqual({ member: '<@10>', reason: '"spam".' })
  expect(assignWords(timeout, '<@10> "spam"')).toEqual({ member: '<@10>', reason: 'spam' })
  const poll = { question: option.text('what'), first: option.text('one'), second: option.text('other') }
  expect(assignWords(poll, '"Tea?", "yes, please", "no."')).toEqual({
    question: 'Tea?',
    first: 'yes, please',
    second: 'no.',
  })
  expect(assignWords(timeout, '"a"b spam')).toEqual({ member: '"a"b', reason: 'spam' })
})

test('a choice is found before its name, and reported before what is missing', () => {
  const set = { module: option.text('which'), state: option.choice('on or off', ['on', 'off']) }
  for (const typed of ['levels on', 'on levels', 'enable levels', 'on, levels.'])
    expect(assignWords(set, typed).module).toMatch(/^levels/)
  // Words that fit in the given order keep it.
  expect(assignWords(set, 'on off')).toEqual({ module: 'on', state: 'off' })
  const counter = { kind: option.choice('what', ['users', 'bots']), name: option.text('its name') }
  expect(() => assignWords(counter, 'on')).toThrow('Kind must be users or bots.')
  expect(() => assignWords(counter, 'bots')).toThrow('Missing: name.')
})

test('punctuation after a name, or after something that is not a number, stays', () => {
  const given = { channel: option.channel('which'), size: option.number('how much') }
  expect(assignWords(given, '5! 1.5,')).toEqual({ channel: '5!', size: '1.5' })
  expect(assignWords(given, '5! 5%.')).toEqual({ channel: '5!', size: '5%.' })
})

test('the error names a word where a person should be, and a person where nobody should be', () => {
  const warned = { member: option.member('whom'), reason: option.rest('why', { optional: true }) }
  expect(() => assignWords(warned, 'spam <@10>')).toThrow(
    '“spam” stands where the member belongs. Did you mean “<\u200B@10>”? Nothing was done.',
  )
  const isJun = (_: unknown, name: string) => name === 'jun_tan'
  for (const typed of ['spam jun_tan', 'spam jun_tan, again'])
    expect(() => assignWords(warned, typed, isJun)).toThrow(
      '“spam” stands where the member belongs. Did you mean “jun_tan”? Nothing was done.',
    )
  const given = { role: option.role('which'), kind: option.choice('whose', ['members', 'bots'], { optional: true }) }
  expect(() => assignWords(given, 'bots Potter', (_, name) => name === 'Potter')).toThrow('Did you mean “Potter”?')
  const amount = { ...option.integer('how many'), instead: 'Those of one person: `purgeuser`.' }
  for (const typed of ['<@10> 3', '3 <@10>', '<@10>, 3', '3 <@10>.'])
    expect(() => assignWords({ amount }, typed)).toThrow(
      'I do not know what to do with “<\u200B@10>”. Those of one person: `purgeuser`.',
    )
})
