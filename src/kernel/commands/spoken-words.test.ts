import { expect, test } from 'vitest'
import { option } from '../declarations/option.ts'
import { isMisspelt } from '#kit/edit-distance.ts'
import { assignWords } from './assign-words.ts'
import type { IsName } from './option-matching.ts'
import { namesHere } from './pronouns.ts'

const [mara, general] = ['<@80351110224678912>', '<#80351110224678913>']
const names = ({ kind }: { kind: string }, text: string) =>
  kind === 'channel' && ['general', 'bench talk'].includes(text.toLowerCase())
/** Names as a server has them: one that is almost spelled like that counts, too, unless `how` says otherwise. */
const misspelled: IsName = ({ kind }, text, how) =>
  kind === 'channel' &&
  how !== 'exactly' &&
  (namesHere(text) ||
    ['general', 'bench talk', 'to-do'].some(name =>
      how === 'spelled' ? text.toLowerCase() === name : isMisspelt(text, name),
    ))

test('the name of an option before its value is not part of the call', () => {
  const give = { member: option.user('whose'), amount: option.integer('how much') }
  for (const typed of [
    `member ${mara} amount 50`,
    `${mara} amount 50`,
    `amount 50 ${mara}`,
    `to ${mara} 50`,
    `${mara} to 50`,
  ])
    expect([typed, assignWords(give, typed)]).toEqual([typed, { member: mara, amount: '50' }])
  const board = {
    board: option.choice('which', ['xp', 'rep'], { optional: true }),
    page: option.integer('which', { optional: true }),
  }
  expect(assignWords(board, 'page 2')).toEqual({ page: '2' })
})

test('a preposition leads to a mention, and to a name where one is required', () => {
  const say = { channel: option.channel('where'), text: option.rest('what', { optional: true }) }
  expect(assignWords(say, `in ${general} hello`, names)).toEqual({ channel: general, text: 'hello' })
  expect(assignWords(say, 'in general hello', names)).toEqual({ channel: 'general', text: 'hello' })
  const lock = { channel: option.channel('which', { optional: true }), reason: option.rest('why', { optional: true }) }
  expect(assignWords(lock, `in ${general} raid`, names)).toEqual({ channel: general, reason: 'raid' })
  expect(assignWords(lock, 'in general people are rude', names)).toEqual({ reason: 'in general people are rude' })
  const move = { member: option.member('whom'), channel: option.channel('where') }
  expect(assignWords(move, `${mara} to Bench talk`, names)).toEqual({ member: mara, channel: 'Bench talk' })
  const moveWhy = { ...move, reason: option.rest('why', { optional: true }) }
  expect(assignWords(moveWhy, `${mara} to Lounge spam`, names)).toEqual({
    member: mara,
    channel: 'Lounge',
    reason: 'spam',
  })
  expect(assignWords(moveWhy, `${mara} Bench talk spam`, names)).toEqual({
    member: mara,
    channel: 'Bench talk',
    reason: 'spam',
  })
})

test('a word that may begin a reason leads to a mention, but not to somebody called like the reason', () => {
  const ban = { member: option.user('whom'), reason: option.rest('why', { optional: true }) }
  const isSpam: IsName = ({ kind }, text, how) => how !== 'exactly' && kind === 'user' && text === 'spam'
  for (const word of ['for', 'by', 'from', 'as', 'is']) {
    expect(assignWords(ban, `${word} ${mara} spam`, isSpam)).toEqual({ member: mara, reason: 'spam' })
    expect(assignWords(ban, `${word} spam`, isSpam)).toEqual({ member: word, reason: 'spam' })
  }
})

test('where nothing but a name can follow, such a word leads to it', () => {
  const rank = { member: option.member('whose', { optional: true }) }
  expect(assignWords(rank, `for ${mara}`)).toEqual({ member: mara })
  const slowmode = {
    wait: option.duration('how long', { unit: 1000 }),
    channel: option.channel('where', { optional: true }),
  }
  expect(assignWords(slowmode, `5 for ${general}`)).toEqual({ wait: '5', channel: general })
})

test('the kind of an option leads to its value as its name does', () => {
  const add = { who: option.mentionable('whom') }
  expect(assignWords(add, `user ${mara}`)).toEqual({ who: mara })
  const log = { where: option.channel('where') }
  expect(assignWords(log, `channel ${general}`, names)).toEqual({ where: general })
  const warn = { member: option.member('whom'), reason: option.rest('why', { optional: true }) }
  expect(assignWords(warn, `${mara} user ${general}`)).toEqual({ member: mara, reason: `user ${general}` })
})

test('a preposition also leads to a name in place of which “off” may be said', () => {
  const log = {
    off: option.off('none', { insteadOf: 'channel', instead: 'Name a channel, or say off.' }),
    channel: option.channel('where', { optional: true }),
  }
  for (const typed of ['to general', 'set general', 'in general', 'to Bench talk'])
    expect(assignWords(log, typed, names)).toEqual({ channel: typed.replace(/^\S+ /, '') })
  expect(assignWords(log, 'off', names)).toEqual({ off: 'off' })
})

test('words that are a name together with what follows are no lead-in', () => {
  const log = { channel: option.channel('where') }
  expect(assignWords(log, 'to general', misspelled)).toEqual({ channel: 'general' })
  expect(assignWords(log, 'to do', misspelled)).toEqual({ channel: 'to do' })
})

test('a name whose first word is also what leads to a name stays whole', () => {
  const called: IsName = (_, text) =>
    ['user one', 'role player', 'of-use', 'one', 'player', 'use'].includes(text.toLowerCase())
  const kick = { target: option.member('whom'), reason: option.rest('why', { optional: true }) }
  const ban = { user: option.user('whom'), reason: option.rest('why', { optional: true }) }
  for (const options of [kick, ban])
    expect(() => assignWords(options, 'User One spam', called)).toThrow(
      /Is “User One” the (?:target|user), or only “One”\?/,
    )
  expect(assignWords({ who: option.mentionable('whom') }, 'User One', called)).toEqual({ who: 'User One' })
  expect(assignWords({ role: option.role('which') }, 'Role Player', called)).toEqual({ role: 'Role Player' })
  const move = { channel: option.channel('where'), reason: option.rest('why', { optional: true }) }
  expect(assignWords(move, 'of use now', called)).toEqual({ channel: 'of-use', reason: 'now' })
})

test('a name of several words needs no quotes before a reason or a number, unless a shorter one may be meant', () => {
  const people: IsName = ({ kind }, text) =>
    kind === 'member' && ['user one', 'mara', 'mara lee', 'al'].includes(text.toLowerCase())
  const kick = { member: option.member('whom'), reason: option.rest('why', { optional: true }) }
  const give = { member: option.member('whose'), amount: option.integer('how much') }
  const make = { member: option.member('whom'), role: option.role('which') }
  for (const typed of ['User One spam', '@User One spam'])
    expect(assignWords(kick, typed, (one, text) => people(one, text.replace(/^@/, '')))).toMatchObject({
      reason: 'spam',
    })
  expect(assignWords(kick, 'User One spam', people)).toEqual({ member: 'User One', reason: 'spam' })
  expect(assignWords(kick, 'User One', people)).toEqual({ member: 'User One' })
  expect(assignWords(kick, 'al lies', people)).toEqual({ member: 'al', reason: 'lies' })
  expect(assignWords(give, 'User One 50', people)).toEqual({ member: 'User One', amount: '50' })
  expect(assignWords(make, 'User One Regular', people)).toEqual({ member: 'User One', role: 'Regular' })
  expect(() => assignWords(kick, 'Mara Lee spam', people)).toThrow('Is “Mara Lee” the member, or only “Mara”?')
  expect(assignWords(kick, '"Mara" Lee spam', people)).toEqual({ member: 'Mara', reason: 'Lee spam' })
})

test('a name that is spelled correctly comes before a longer one with slips', () => {
  const lock = { channel: option.channel('which', { optional: true }), reason: option.rest('why', { optional: true }) }
  expect(assignWords(lock, 'bench talk is loud', misspelled)).toEqual({ channel: 'bench talk', reason: 'is loud' })
})

test('a sentence that begins with the name of a channel is not sent to it without that', () => {
  const say = { channel: option.channel('where'), text: option.rest('what', { optional: true }) }
  for (const sentence of [
    'general is closed',
    'General is closed',
    'bench talk is where we meet',
    'general was renamed',
  ])
    expect(() => assignWords(say, sentence, misspelled)).toThrow('the channel, or part of the text?')
  for (const text of [
    'are you ready',
    'is anybody there',
    'is the desk open?',
    'Is the desk open',
    'we are open',
    'has moved',
    'rules are rules',
  ])
    expect(assignWords(say, `general ${text}`, misspelled)).toEqual({ channel: 'general', text })
  expect(assignWords(say, `${general} is closed`, misspelled)).toEqual({ channel: general, text: 'is closed' })
  expect(assignWords(say, '#general is closed', misspelled)).toEqual({ channel: '#general', text: 'is closed' })
  expect(assignWords(say, 'here We are open', misspelled)).toEqual({ channel: 'here', text: 'We are open' })
  const move = {
    member: option.member('whom'),
    channel: option.channel('to'),
    reason: option.rest('why', { optional: true }),
  }
  expect(assignWords(move, `${mara} general is quieter`, misspelled)).toMatchObject({ reason: 'is quieter' })
})

test('the caller is not taken for somebody with a longer name', () => {
  const nick = { member: option.member('whom'), name: option.rest('what', { keywords: [] }) }
  const theBoss: IsName = ({ kind }, text, how) =>
    kind === 'member' && (how === 'spelled' ? text === 'The Boss' : isMisspelt(text, 'The Boss'))
  expect(assignWords(nick, 'me Boss', theBoss)).toEqual({ member: 'me', name: 'Boss' })
  expect(() => assignWords(nick, 'th Boss', theBoss)).toThrow('Missing: name')
})

test('two words may lead to a value, and a preposition to any name where no text may follow', () => {
  const slow = {
    off: option.off('none', { insteadOf: 'wait', instead: 'Say how long, or off.' }),
    wait: option.duration('how long', { optional: true, unit: 1000 }),
    channel: option.channel('where', { optional: true }),
  }
  expect(assignWords(slow, 'set to 5', misspelled)).toEqual({ wait: '5' })
  expect(assignWords(slow, 'set to off', misspelled)).toEqual({ off: 'off' })
  for (const typed of ['general to 5', 'in general 5', 'set general to 5', 'general set to 5', '5 in general'])
    expect([typed, assignWords(slow, typed, misspelled)]).toEqual([typed, { wait: '5', channel: 'general' }])
  expect(assignWords(slow, 'to do off', misspelled)).toEqual({ off: 'off', channel: 'to do' })
  const lock = { channel: option.channel('which', { optional: true }), reason: option.rest('why', { optional: true }) }
  for (const reason of ['set to general chaos', 'in general people are rude', 'to general annoyance'])
    expect(assignWords(lock, reason, names)).toEqual({ reason })
})

test('a word that only leads to a name is not the name', () => {
  const save = { name: option.text('which'), text: option.rest('what', { keywords: [] }) }
  for (const typed of ['to hello Hi', 'as hello Hi', '= hello Hi', 'to Hello'])
    expect(() => assignWords(save, typed)).toThrow('is not needed: begin with the name')
  expect(assignWords(save, '"to" hello Hi')).toEqual({ name: 'to', text: 'hello Hi' })
  expect(assignWords(save, 'name:to text: Hi')).toEqual({ name: 'to', text: 'Hi' })
  expect(assignWords(save, 'new Welcome to us')).toEqual({ name: 'new', text: 'Welcome to us' })
  const purge = { text: option.text('which'), amount: option.integer('how many', { optional: true }) }
  expect(assignWords(purge, 'to 5')).toEqual({ text: 'to', amount: '5' })
})

test('“this” and “here” at the start of a sentence are not the channel it is sent to', () => {
  const say = { channel: option.channel('where'), text: option.rest('what', { optional: true }) }
  for (const sentence of ['here is the news', 'Here we go', 'this is a test', 'current events'])
    expect(() => assignWords(say, sentence, misspelled)).toThrow('the channel, or part of the text?')
  expect(assignWords(say, 'here hello', misspelled)).toEqual({ channel: 'here', text: 'hello' })
  expect(() => assignWords(say, 'this channel is closed', misspelled)).toThrow('Is “this channel” the channel, or part')
  expect(assignWords(say, 'this channel closed for today', misspelled)).toEqual({
    channel: 'this channel',
    text: 'closed for today',
  })
  for (const text of ['is the news', 'we'])
    expect(assignWords(say, `here "${text}"`, misspelled)).toEqual({ channel: 'here', text })
})

test('a duration of two words may follow “to” and “set”', () => {
  const timeout = { member: option.member('whom'), duration: option.duration('how long'), reason: option.rest('why') }
  expect(assignWords(timeout, `${mara} to 5 minutes spam`)).toEqual({
    member: mara,
    duration: '5 minutes',
    reason: 'spam',
  })
})

test('a number of something that cannot be chosen is refused, not taken for a reason', () => {
  const ban = {
    member: option.user('whom'),
    delete: option.choice('what goes', ['del-0', 'del-1d', 'del-7d'], { optional: true }),
    reason: option.rest('why', { optional: true }),
  }
  expect(assignWords(ban, `${mara} delete 5 messages`)).toEqual({ member: mara, delete: 'del-5', reason: 'messages' })
  expect(assignWords(ban, `${mara} deleted 5 messages`)).toEqual({ member: mara, reason: 'deleted 5 messages' })
})

test('a name of several words ends where another option begins', () => {
  const slowmode = {
    off: option.off('none', { insteadOf: 'wait', instead: 'Say how long, or off.' }),
    wait: option.duration('how long', { optional: true, unit: 1000 }),
    channel: option.channel('where', { optional: true }),
  }
  expect(assignWords(slowmode, 'general 10', names)).toEqual({ wait: '10', channel: 'general' })
  expect(assignWords(slowmode, 'Bench talk off', names)).toEqual({ off: 'off', channel: 'Bench talk' })
  expect(assignWords(slowmode, 'on 10', names)).toEqual({ wait: '10' })
  expect(assignWords(slowmode, 'set 5 general', names)).toEqual({ wait: '5', channel: 'general' })
  expect(assignWords(slowmode, 'Quiet corner', names)).toEqual({ channel: 'Quiet corner' })
  const isGeneralOff: IsName = ({ kind }, text) => kind === 'channel' && ['general', 'general off'].includes(text)
  expect(assignWords(slowmode, '5 general off', isGeneralOff)).toEqual({ wait: '5', channel: 'general off' })
})

test('a channel within a reason is asked about, unless the reason is named', () => {
  const lock = { channel: option.channel('which', { optional: true }), reason: option.rest('why', { optional: true }) }
  expect(() => assignWords(lock, `raid in ${general}`, names)).toThrow('the channel, or part of the reason?')
  expect(assignWords(lock, `reason: raid in ${general}`, names)).toEqual({ reason: `raid in ${general}` })
  expect(assignWords(lock, `${general} like in ${general}`, names)).toEqual({
    channel: general,
    reason: `like in ${general}`,
  })
})

test('an order alone is asked about, but not a word that people give as a reason', () => {
  const ban = { member: option.user('whom'), reason: option.rest('why', { optional: true }) }
  const help = { command: option.rest('which', { optional: true }) }
  expect(assignWords(help, 'clear')).toEqual({ command: 'clear' })
  for (const order of ['off', 'Remove!'])
    expect(() => assignWords(ban, `${mara} ${order}`)).toThrow('sounds like an order')
  for (const reason of ['stop', 'None', 'no!', 'off topic', 'reason: off'])
    expect(assignWords(ban, `${mara} ${reason}`)).toEqual({ member: mara, reason: reason.replace('reason: ', '') })
})

test('a word that is the text or the name that is due leads to nothing', () => {
  const purge = { token: option.text('what'), amount: option.integer('how many', { optional: true }) }
  expect(assignWords(purge, 'to 5')).toEqual({ token: 'to', amount: '5' })
  const ban = { member: option.user('whom'), reason: option.rest('why', { optional: true }) }
  const isSet = ({ kind }: { kind: string }, text: string) => kind === 'user' && text === 'Set'
  expect(() => assignWords(ban, `Set ${mara} reported him`, isSet)).toThrow('one too many')
  const lock = { channel: option.channel('which', { optional: true }), reason: option.rest('why', { optional: true }) }
  for (const word of ['as', 'from'])
    expect(() => assignWords(lock, `${word} ${general} is being raided`, names)).toThrow('or part of the reason?')
})

test('what a number counts may follow one with a sign, too', () => {
  const give = { user: option.user('whose'), amount: option.integer('how many', { counted: ['invites'] }) }
  for (const amount of ['5', '-2', '+3'])
    for (const typed of [`${mara} ${amount} invites`, `${amount} invites ${mara}`])
      expect([typed, assignWords(give, typed)]).toEqual([typed, { user: mara, amount }])
})
