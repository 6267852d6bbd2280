import { expect, test } from 'vitest'
import automod from '../contract.ts'
import { wordEngine } from '../text/words.ts'
import { exemptionReason, type ExemptionContext } from '../message/exemption.ts'
import { type MessageFacts, withReadings } from '../message/facts.ts'
import type { AutomodSettings } from '../contract.ts'
import { brokenRules, ruleVerdicts } from './evaluate.ts'
import { createRecentMessages, noRates } from '../message/recent-messages.ts'
import { strikesSpan } from '../sanctions/strikes.ts'

const settings = (some: Partial<AutomodSettings>): AutomodSettings => ({ ...automod.settings.parse({}), ...some })
const message = (content: string, more: Partial<MessageFacts> = {}): MessageFacts =>
  withReadings({
    id: '1',
    guildId: 'g',
    channelId: 'c',
    authorId: 'a',
    at: 0,
    content,
    text: content,
    previews: '',
    attachments: [],
    mentions: { users: 0, roles: 0, everyone: false },
    ...more,
  })
const judged = (some: Partial<AutomodSettings>, facts: MessageFacts) => {
  const own = settings(some)
  return brokenRules({ facts, own, rates: noRates, words: wordEngine(own.words), maxEvidence: 5 })?.map(
    ({ rule }) => rule.name,
  )
}

test('by default nothing is deleted', () => {
  const all = message(`https://a.com discord.gg/x ${'\n'.repeat(4)}`, {
    attachments: ['a.png'],
    mentions: { users: 9, roles: 0, everyone: true },
  })
  expect(judged({}, all)).toBeUndefined()
  expect(judged({}, message('\n'.repeat(50)))).toBeUndefined()
  expect(judged({ limitLines: true }, message('1\n2\n3\n4\n5\n6'))).toEqual(['lines'])
  expect(judged({ limitLines: true }, message('1\n2\n3\n4\n5'))).toBeUndefined()
})

test.each<[string, Partial<AutomodSettings>, MessageFacts, string[] | undefined]>([
  ['a link', { antiLinks: true }, message('example.com'), ['links']],
  ['an allowed link', { antiLinks: true, allowedLinks: ['example.com'] }, message('https://a.example.com'), undefined],
  ['an invite is not struck twice', { antiLinks: true, antiInvites: true }, message('discord.gg/abc'), ['invites']],
  ['an invite is a link too', { antiLinks: true }, message('discord.gg/abc'), ['links']],
  [
    'an allowed invite',
    { antiLinks: true, antiInvites: true, allowedInvites: ['abc'] },
    message('discord.gg/abc'),
    undefined,
  ],
  [
    'an own invite does not excuse the address it hides in',
    { antiLinks: true, antiInvites: true, allowedInvites: ['abc'] },
    message('https://evil.com/discord.gg/abc'),
    ['links'],
  ],
  [
    'an allowed domain does not excuse another before an @',
    { antiLinks: true, allowedLinks: ['allowed.org'] },
    message('[x](https://evil.com)@allowed.org'),
    ['links'],
  ],
  [
    'an allowed domain in its own script',
    { antiLinks: true, allowedLinks: ['пример.рф'] },
    message('https://a.пример.рф/x'),
    undefined,
  ],
  [
    'an allowed domain that is only shown',
    { antiLinks: true, allowedLinks: ['good.org'] },
    message('[https://good.org](https://evil.com)'),
    ['links'],
  ],
  [
    'an allowed domain under the name of another',
    { antiLinks: true, allowedLinks: ['good.org'] },
    message('[https://evil.com/x](https://good.org/y)'),
    ['links'],
  ],
  [
    'an allowed domain under its own name',
    { antiLinks: true, allowedLinks: ['good.org'] },
    message('[https://good.org](https://good.org/y) and [read this](<https://good.org>)'),
    undefined,
  ],
  ['a link with an ending of next year', { antiLinks: true }, message('http://evil.example'), ['links']],
  ['a hidden service', { antiLinks: true }, message('see http://abcdefghijklmnop.onion/x'), ['links']],
  [
    "Discord's own",
    { antiLinks: true },
    message(
      'https://discord.com/channels/1/2/3 <https://ptb.discord.com/channels/@me/2> https://cdn.discordapp.com/attachments/1/2/a.png?ex=1 https://tenor.com/view/cat-gif-123 https://media.giphy.com/media/x/giphy.gif',
    ),
    undefined,
  ],
  [
    "Discord's own, where they are not allowed",
    { antiLinks: true, allowDiscordLinks: false },
    message('https://tenor.com/view/cat-gif-123'),
    ['links'],
  ],
  ['what only looks like them', { antiLinks: true }, message('https://tenor.com.evil.com/view/x'), ['links']],
  ['what Discord redirects', { antiLinks: true }, message('https://discord.com/login?to=evil'), ['links']],
  ['files', { antiAttachments: true }, message('', { attachments: ['a.exe'] }), ['attachments']],
  [
    'as many mentions as allowed',
    { antiMassmention: true },
    message('', { mentions: { users: 2, roles: 1, everyone: false } }),
    undefined,
  ],
  [
    'one mention more',
    { antiMassmention: true },
    message('', { mentions: { users: 2, roles: 2, everyone: false } }),
    ['mentions'],
  ],
  [
    'everybody',
    { antiMassmention: true },
    message('@here', { mentions: { users: 0, roles: 0, everyone: true } }),
    ['mentions'],
  ],
  ['a preview', { words: [{ pattern: 'bad', kind: 'word' }] }, message('fine', { previews: 'a bad page' }), ['words']],
  ['what was forwarded', { words: [{ pattern: 'bad', kind: 'word' }] }, message('', { text: '\nbad' }), ['words']],
])('%s', (_name, some, facts, expected) => {
  expect(judged(some, facts)).toEqual(expected)
})

test('messages are counted in a sliding window, once each, in any order', () => {
  const own = settings({ antiSpam: true, spamMessages: 3, spamSeconds: 5, maxDuplicated: 1, duplicateSeconds: 30 })
  const memory = createRecentMessages()
  const post = (at: number, content: string, id = String(at)) => {
    const facts = message(content, { id, at })
    const rates = memory.note(facts, own)
    return brokenRules({ facts, own, rates, words: wordEngine([]), maxEvidence: 5 })?.map(({ rule }) => rule.name)
  }
  expect(post(1000, 'one')).toBeUndefined()
  expect(post(2000, 'two')).toBeUndefined()
  expect(post(2000, 'two')).toBeUndefined()
  expect(post(3000, 'three')).toBeUndefined()
  expect(post(4000, 'four')).toEqual(['spam'])
  expect(post(8500, 'five')).toBeUndefined()
  expect(post(9500, 'ＦＩＶＥ')).toEqual(['duplicates'])
  expect(post(50_000, 'five')).toBeUndefined()
  expect(post(49_000, '')).toBeUndefined()
})

test('the dry run reports every rule, with a sentence and the position', () => {
  const own = settings({ antiInvites: true })
  const said = ruleVerdicts({
    facts: message('see discord.gg/abc'),
    own,
    rates: noRates,
    words: wordEngine([]),
    maxEvidence: 5,
  })
  expect(said.map(({ rule, state }) => `${rule} ${state}`)).toEqual([
    'words off',
    'invites hit',
    'links off',
    'mentions off',
    'spam off',
    'duplicates off',
    'attachments off',
    'lines off',
  ])
  expect(said[1]).toMatchObject({
    sentence: 'It has an invite (abc).',
    evidence: [{ text: 'discord.gg/abc', start: 4, end: 18 }],
  })
})

test('members who are exempt, and why', () => {
  const plain: ExemptionContext = {
    channels: [
      { id: 'thread', name: 'a thread' },
      { id: 'room', name: 'room' },
    ],
    roles: [{ id: 'trusted', name: 'Trusted' }],
    botMayDelete: true,
    protectedAs: undefined,
    managesMessages: false,
    administrates: false,
  }
  const own = { exemptChannels: [] as string[], exemptRoles: [] as string[], debug: false }
  expect(exemptionReason(plain, own)).toBeNull()
  expect(exemptionReason(plain, { ...own, exemptChannels: ['room'] })).toBe('It is in room, which is exempt.')
  expect(exemptionReason(plain, { ...own, exemptChannels: ['thread'] })).toBe('#a thread is exempt.')
  expect(exemptionReason(plain, { ...own, exemptRoles: ['trusted'], debug: true })).toBe(
    'Members with the role Trusted are exempt.',
  )
  expect(exemptionReason({ ...plain, managesMessages: true }, own)).toContain('Manage Messages')
  expect(exemptionReason({ ...plain, administrates: true }, own)).toContain('Ban Members')
  expect(exemptionReason({ ...plain, administrates: true, managesMessages: true }, { ...own, debug: true })).toBeNull()
  expect(exemptionReason({ ...plain, botMayDelete: false }, { ...own, debug: true })).toContain(
    'I lack Manage Messages',
  )
})

test('strikes count for the configured time, or permanently', () => {
  expect(strikesSpan({ strikeDecayHours: 2 }, 10_000_000)).toEqual({ after: 10_000_000 - 7_200_000, until: 10_000_000 })
  const forGood = strikesSpan({ strikeDecayHours: 0 }, 10_000_000)
  expect(forGood.after).toBeLessThan(0)
  expect(forGood.until).toBe(Infinity)
})
