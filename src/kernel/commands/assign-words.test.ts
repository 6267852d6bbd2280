import { expect, test } from 'vitest'
import { option } from '../feature.ts'
import { assignWords } from './assign-words.ts'

const timeout = {
  member: option.member('whom'),
  duration: option.duration('how long', { optional: true }),
  reason: option.rest('why', { optional: true }),
}

test('the rest keeps its spaces, quotes and lines', () => {
  const text = '@mara 2 days being  "very"\nrude'
  expect(assignWords(timeout, text)).toEqual({ member: '@mara', duration: '2 days', reason: 'being  "very"\nrude' })
})

test('an optional argument that is not given is skipped', () => {
  expect(assignWords(timeout, '@mara being rude')).toEqual({ member: '@mara', reason: 'being rude' })
})

test('an optional argument that is mistyped is not swallowed by the next one', () => {
  expect(assignWords(timeout, '@mara 10x rude')).toEqual({ member: '@mara', duration: '10x', reason: 'rude' })
})

test.each(['2nd account', '100% spam', 'x2 raids'])('%j is a reason, not a mistyped duration', reason => {
  expect(assignWords(timeout, `@mara ${reason}`)).toEqual({ member: '@mara', reason })
  expect(assignWords(timeout, `@mara 1h30m ${reason}`)).toEqual({ member: '@mara', duration: '1h30m', reason })
})

test('a word with the prefix that all choices share is a mistyped choice, not a reason', () => {
  const ban = {
    delete: option.choice('what to delete', ['del-0', 'del-1d'], { optional: true }),
    reason: option.rest('why', { optional: true }),
  }
  expect(assignWords(ban, 'del-8d spam')).toEqual({ delete: 'del-8d', reason: 'spam' })
  expect(assignWords(ban, 'deleted my work')).toEqual({ reason: 'deleted my work' })
  const state = { state: option.choice('which', ['on', 'off'], { optional: true }), reason: ban.reason }
  expect(assignWords(state, 'only a test')).toEqual({ reason: 'only a test' })
})

test('a duration takes all its words, and only those', () => {
  expect(assignWords(timeout, '@mara 1h 30m 20 times')).toMatchObject({ duration: '1h 30m', reason: '20 times' })
})

test('a word that fits neither the choice nor the number after it is refused with the choices', () => {
  const board = {
    board: option.choice('which', ['xp', 'rep'], { optional: true }),
    page: option.integer('page', { optional: true }),
  }
  expect(assignWords(board, '2')).toEqual({ page: '2' })
  expect(assignWords(board, 'xp two')).toEqual({ board: 'xp', page: 'two' })
  expect(() => assignWords(board, 'gold')).toThrow('Board must be xp or rep.')
})

test('a missing required argument is named', () => {
  expect(() => assignWords(timeout, '')).toThrow('Missing: member.')
})

test('words that are left over are refused, even by commands without options', () => {
  expect(() => assignWords({ prefix: option.text('the prefix') }, 'a b')).toThrow('“b”')
  expect(() => assignWords({}, 'anything')).toThrow('“anything”')
})

const ban = {
  user: option.user('whom'),
  delete: option.choice('what to delete', ['del-0', 'del-1d'], { optional: true }),
  duration: option.duration('how long', { optional: true }),
  reason: option.rest('why', { optional: true }),
}

test('options are accepted in any order, before their target, after the reason, and by name', () => {
  const meant = { user: '@x', delete: 'del-1d', duration: '3d', reason: 'spam' }
  for (const text of [
    '@x del-1d 3d spam',
    '@x 3d del-1d spam',
    'del-1d @x 3d spam',
    '@x 3d spam del-1d',
    '@x duration:3d delete:del-1d reason: spam',
  ])
    expect(assignWords(ban, text)).toEqual(meant)
})

test('options that are given twice or do not exist are refused and not taken for a reason', () => {
  expect(() => assignWords(ban, '@x 3d 4d spam')).toThrow('Duration is given twice: “3d” and “4d”.')
  expect(() => assignWords(ban, '@x del-0 spam del-1d')).toThrow('Delete is given twice')
  expect(() => assignWords(ban, '@x --delte spam')).toThrow('Did you mean delete?')
  expect(assignWords(ban, '@x "--delte" spam')).toMatchObject({ reason: '"--delte" spam' })
  expect(assignWords(ban, '@x -- see above')).toMatchObject({ reason: '-- see above' })
  expect(assignWords(ban, '@x del1d spam')).toMatchObject({ delete: 'del1d' })
})

test('a required text is kept as it is, whatever it contains', () => {
  const note = { user: option.user('whom'), text: option.rest('the note') }
  for (const text of ['--draft: ask again', 'text: 3d del-1d', 'user: unknown', '3d 4d'])
    expect(assignWords(note, `@x ${text}`)).toEqual({ user: '@x', text })
})

const lock = {
  channel: option.channel('which', { optional: true }),
  duration: option.duration('how long', { optional: true }),
  reason: option.rest('why', { optional: true }),
}
const names = (_: unknown, text: string) => ['general', 'genral'].includes(text)

test('a name, a misspelled name, a quoted word and a single word are never a reason', () => {
  for (const text of ['general', 'genral', '"Bench talk"', 'nosuch', '#nosuch'])
    expect(assignWords(lock, text, names)).toEqual({ channel: text.replaceAll('"', '') })
  expect(assignWords(lock, 'genral 1.5h raid', names)).toEqual({ channel: 'genral', duration: '1.5h', reason: 'raid' })
  expect(assignWords(lock, '10m "Bench talk"', names)).toEqual({ duration: '10m', channel: 'Bench talk' })
  expect(assignWords(lock, 'raid in progress', names)).toEqual({ reason: 'raid in progress' })
  expect(assignWords(lock, '10m raid', names)).toEqual({ duration: '10m', reason: 'raid' })
  expect(assignWords(lock, 'reason: genral', names)).toEqual({ reason: 'genral' })
  expect(assignWords(lock, 'channel: "Bench talk" reason: "why not"', names)).toEqual({
    channel: 'Bench talk',
    reason: 'why not',
  })
})

test('a name with spaces needs no quotes when nothing can follow it', () => {
  expect(assignWords({ member: option.member('whom') }, 'Salt Marsh')).toEqual({ member: 'Salt Marsh' })
  expect(() => assignWords({ member: option.member('whom') }, '@mara again')).toThrow('“again”')
})

const massban = { users: option.ids('whom'), delete: ban.delete, reason: ban.reason }
const [one, two] = ['80351110224678912', '80351110224678913']

test('a list of ids ends where a reason begins, and not sooner', () => {
  const meant = { users: `${one} ${two}`, delete: 'del-1d', reason: 'raid of 2024' }
  expect(assignWords(massban, `${one} ${two} del-1d raid of 2024`)).toEqual(meant)
  expect(assignWords(massban, `${one} del-1d ${two} raid of 2024`)).toEqual(meant)
  expect(() => assignWords(massban, `${one} raid ${two}`)).toThrow('“raid” is between IDs but is not an ID.')
  expect(assignWords(massban, `${one} "like ${two}"`)).toEqual({ users: one, reason: `like ${two}` })
  expect(assignWords(massban, `${one} raid, ask @mara in #staff`)).toEqual({
    users: one,
    reason: 'raid, ask @mara in #staff',
  })
  expect(() => assignWords(massban, '')).toThrow('Missing: users.')
})

const moment = { user: '@x', duration: '3d', reason: 'spam' }
test.each([
  '@x spam 3d',
  '@x 3d: spam',
  '@x (3d) spam',
  '@x for 3d spam',
  '@x "spam" 3d',
  '@x reason: spam duration: 3d',
  '@x reason:"spam" duration:3d',
  '@x spam duration:3d',
])('%j is a duration', text => {
  expect(assignWords(ban, text)).toEqual(moment)
})

test('a duration that may belong to the reason is questioned; one in the middle of the reason belongs to it', () => {
  for (const text of ['@x evading after a ban for 3d', '@x account is 2 days', '@x muted for 2 days'])
    expect(() => assignWords(ban, text)).toThrow('or part of the reason?')
  for (const reason of ['joined 3d ago', 'drew in 3D', 'spams every 5m in chat'])
    expect(assignWords(ban, `@x ${reason}`)).toEqual({ user: '@x', reason })
  expect(assignWords(ban, '@x "muted for 2 days"')).toEqual({ user: '@x', reason: 'muted for 2 days' })
  expect(assignWords(ban, '@x 3d muted for 2 days')).toEqual({ user: '@x', duration: '3d', reason: 'muted for 2 days' })
})

const bound = [
  'old account',
  'ago he raided us',
  'of harassment',
  'late again',
  'already',
  'straight',
  'in a row',
  'on end',
  'again',
  'since he joined',
  'long spree',
  'after he joined',
  'and a half',
  'OLD',
  'ago, in chat',
].flatMap(behind => ['3d', '3 days', '1 week 2 days', 'for 2 hours'].map(time => [time, behind] as const))
test.each(bound)('“%s %s” is no plain length of time', (time, behind) => {
  for (const options of [ban, { ...ban, duration: option.duration('how long') }])
    expect(() => assignWords(options, `@x ${time} ${behind}`)).toThrow('or part of the reason?')
  const reason = `${time} ${behind}`
  expect(assignWords(ban, `@x "${reason}"`)).toEqual({ user: '@x', reason })
  expect(assignWords(ban, `@x duration:3d ${behind}`)).toEqual({ user: '@x', duration: '3d', reason: behind })
  expect(assignWords(ban, `@x 3d: ${behind}`)).toEqual({ user: '@x', duration: '3d', reason: behind })
})

test.each(['account age 1d', 'account joined 3h', 'spammed for about 2h', 'account aged 1d', 'first 2h'])(
  'a duration at the end of “%s” is questioned',
  reason => {
    expect(() => assignWords(ban, `@x ${reason}`)).toThrow('or part of the reason?')
    expect(assignWords(ban, `@x 3d ${reason}`)).toEqual({ user: '@x', duration: '3d', reason })
  },
)

test.each(['official warning', 'oldest trick', 'for spam', 'and no discussion', 'in anger', 'longs for it'])(
  'a duration before “%s” is accepted without a question',
  reason => {
    expect(assignWords(ban, `@x 3d ${reason}`)).toEqual({ user: '@x', duration: '3d', reason })
  },
)

test('a required duration may follow the reason', () => {
  const needed = { ...timeout, duration: option.duration('how long') }
  const meant = { member: '@mara', duration: '10m', reason: 'spam' }
  for (const text of ['@mara 10m spam', '@mara spam 10m', '@mara for 10m spam'])
    expect(assignWords(needed, text)).toEqual(meant)
})

test('the deletion window may be written in everyday words', () => {
  const week = { ...ban, delete: option.choice('what to delete', ['del-0', 'del-1d', 'del-7d'], { optional: true }) }
  for (const text of ['@x delete 7d spam', '@x del 7 spam', '@x del-7d spam'])
    expect(assignWords(week, text)).toEqual({ user: '@x', delete: 'del-7d', reason: 'spam' })
  for (const reason of ['delete this account', 'delete 2fa codes', 'delete 4chan links', 'delete 2nd account'])
    expect(assignWords(week, `@x ${reason}`)).toEqual({ user: '@x', reason })
  for (const [typed, wrong] of [
    ['delete 5 spam', 'del-5'],
    ['delete 7f spam', 'del-7f'],
    ['delete 3h, spam', 'del-3h,'],
  ])
    expect(assignWords(week, `@x ${typed}`)).toMatchObject({ delete: wrong, reason: 'spam' })
})

test('a second person or channel is not a reason', () => {
  expect(() => assignWords(ban, `<@${one}> <@${two}> spam`)).toThrow('is one too many')
  expect(() => assignWords(ban, `${one} ${two} spam`)).toThrow('is one too many')
  expect(() => assignWords(lock, `<#${one}> <#${two}>`)).toThrow('is one too many')
  for (const between of ['&', 'and', '+', ','])
    expect(() => assignWords(ban, `<@${one}> ${between} <@${two}> spam`)).toThrow(`@${two}>” is one too many`)
  const called = (_: unknown, text: string) => ['jun_tan', '@Jun Tan', '#lounge'].includes(text)
  for (const other of [`<@${two}>, spam`, `and <@${two}>: spam`, 'and @jun', '& @Jun Tan', 'and jun_tan', '@jun spam'])
    expect(() => assignWords(ban, `<@${one}> ${other}`, called)).toThrow('is one too many')
  expect(() => assignWords(lock, `<#${one}> and #lounge`, called)).toThrow('is one too many')
  for (const reason of ['and @everyone laughed', '& jun laughed', ', spam', 'and'])
    expect(assignWords(ban, `<@${one}> ${reason}`, called)).toMatchObject({ reason })
  expect(assignWords(ban, `<@${one}> and <@${two}>'s alt`)).toMatchObject({ reason: `and <@${two}>'s alt` })
  expect(assignWords(ban, `<@${one}> and again`)).toMatchObject({ reason: 'and again' })
  expect(assignWords(ban, `<@${one}> told <@${two}> to leave`)).toMatchObject({ reason: `told <@${two}> to leave` })
  expect(() => assignWords(massban, `${one} reason: raid ${two}`)).toThrow('is between IDs but is not an ID')
})

test('a text that is longer than any name is not looked up as a name', () => {
  const lookedFor: string[] = []
  const record = (_: unknown, text: string) => lookedFor.push(text) === 0
  const reason = `${'.'.repeat(1900)}a ${'b'.repeat(99)}`
  expect(assignWords({ user: ban.user, reason: ban.reason }, `@x ${reason}`, record)).toEqual({ user: '@x', reason })
  expect(lookedFor.filter(({ length }) => length > 100)).toEqual([])
})

test('words that are a name only together need no quotes', () => {
  const known = (_: unknown, text: string) => ['Bench talk', 'town-hall', 'general', 'general-chat'].includes(text)
  expect(assignWords(lock, 'Bench talk', known)).toEqual({ channel: 'Bench talk' })
  expect(assignWords(lock, 'town hall 10m raid', known)).toEqual({
    channel: 'town-hall',
    duration: '10m',
    reason: 'raid',
  })
  expect(assignWords(lock, 'general chat spam', known)).toEqual({ channel: 'general', reason: 'chat spam' })
})

test('a mention goes to the option that takes it, wherever it stands', () => {
  const slowmode = { wait: option.text('how long', { max: 20 }), channel: lock.channel }
  for (const text of ['1m <#80351110224678912>', '<#80351110224678912> 1m'])
    expect(assignWords(slowmode, text)).toEqual({ wait: '1m', channel: '<#80351110224678912>' })
})

test('when a title was typed without quotes, the error about the rest suggests quotes', () => {
  const deploy = { panel: option.text('the panel'), channel: option.channel('where', { optional: true }) }
  const titled = 'If the panel has several words, put them in quotes.'
  expect(() => assignWords(deploy, 'Member help <#10>')).toThrow(titled)
  expect(assignWords(deploy, '"Member help" <#10>')).toEqual({ panel: 'Member help', channel: '<#10>' })
  expect(() => assignWords({ number: option.integer('how many') }, '5 6')).toThrow(/“6”\.$/)
})

test('when several texts could have been meant, none of them is guessed', () => {
  const adding = {
    from: option.text('a link', { optional: true }),
    name: option.text('what to call it', { optional: true }),
  }
  expect(() => assignWords(adding, 'a Lamp Light')).toThrow(
    'I do not know what to do with “Light”. Put values of several words in quotes.',
  )
})

test('the error names the surplus word, or the one that stands where it cannot', () => {
  const off = option.choice('off for no role', ['off'], { optional: true })
  const support = { off, role: option.role('the role', { optional: true }) }
  expect(() => assignWords(support, '<@&10>, please')).toThrow('do not know what to do with “please”')
  expect(() => assignWords(support, '<@10>, please')).toThrow('do not know what to do with “<\u200B@10>”')
  const tag = { name: option.text('its name'), count: option.integer('how many') }
  expect(() => assignWords(tag, '<@10> 3 please')).toThrow('do not know what to do with “please”')
  const adding = {
    role: option.role('the role'),
    kind: option.choice('whose', ['members', 'bots'], { optional: true }),
  }
  const isPotter = (_: unknown, name: string) => name === 'Potter'
  // That there is no such role is reported later, when the role is looked up.
  expect(assignWords(adding, 'sticky on', isPotter)).toEqual({ role: 'sticky', kind: 'on' })
  expect(() => assignWords(adding, 'Potter on', isPotter)).toThrow('Kind must be members or bots')
})
