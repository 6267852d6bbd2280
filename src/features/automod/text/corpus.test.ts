import { describe, expect, test } from 'vitest'
import { bareAddresses, noAddresses, textAround } from '#test/corpus/addresses.ts'
import { invitesIn } from './invites.ts'
import { isDiscords, linksIn } from './links.ts'
import { read } from './normalise.ts'
import { wordEngine } from './words.ts'

const hosts = (text: string) => linksIn(read(text)).map(({ host }) => host)
const codes = (text: string) => invitesIn(text, read(text)).map(({ code }) => code)
const engine = wordEngine(
  ['badword', 'ass', 'kill yourself', 'us'].map(pattern => ({ pattern, kind: 'word' as const })),
)
const found = (text: string) => engine.find(read(text), 5).map(({ pattern }) => pattern)

describe('people hide links, and they are found', () => {
  test.each([
    '||https://evil.com||',
    '[free](https://evil.com)',
    '[free](<https://evil.com/x> "title")',
    '<https://evil.com>',
    '`https://evil.com`',
    '_https://evil.com_',
    '**https://evil.com**',
    '~~https://evil.com~~',
    '# https://evil.com',
    'seehttps://evil.com',
    '字https://evil.com',
    '😀https://evil.com',
    'HTTPS://EVIL.COM',
    'hxxps://evil.com/x',
    'ftp://evil.com',
    'https:\\\\evil.com',
    'ｈｔｔｐｓ：／／ｅｖｉｌ．ｃｏｍ',
    'https://evil。com',
    'https://evil｡com',
    'https://evil%2Ecom/',
    'https://%65vil.com',
    'https://evil.com.',
    'https://evil.com:8443/x',
    'https://user:pw@evil.com',
    'https://allowed.org@evil.com',
    'http\u200bs://ev\u200bil.com',
    'https://ev\u00adil.com\u200e',
    'https://\nevil.com',
    'www.evil.com',
    'evil.com',
  ])('%j', text => expect(hosts(text)).toEqual(['evil.com']))

  test.each([
    ['http://16843009/', ['1.1.1.1']],
    ['http://0x9.0x9.0x909/', ['9.9.9.9']],
    ['http://[2001:db8::1]:80/', ['[2001:db8::1]']],
    ['https://пример.рф', ['xn--e1afmkfd.xn--p1ai']],
    ['https://xn--e1afmkfd.xn--p1ai', ['xn--e1afmkfd.xn--p1ai']],
    // Not evil.com: the second letter is Cyrillic.
    ['https://еvil.com', ['xn--vil-qdd.com']],
    ['[x](https://evil.com)@allowed.org', ['allowed.org', 'evil.com']],
    ['_https://evil.com_@allowed.org', ['allowed.org', 'evil.com']],
    ['evil.com https://a.org/x', ['evil.com', 'a.org']],
    ['https://a.org/evil.com', ['a.org']],
    ['http://evil.example', ['evil.example']],
    ['https://evil.onion/x', ['evil.onion']],
    ['[https://good.org](https://evil.com)', ['good.org', 'evil.com']],
    ['[good.org](https://evil.com)', ['good.org', 'evil.com']],
    ['[https://good.org](<https://evil.com>)', ['good.org', 'evil.com']],
    ['t.me/abc and bit.ly/x', ['t.me', 'bit.ly']],
  ])('%j', (text, expected) => expect(hosts(text)).toEqual(expected))
})

test.each(noAddresses)('not an address: %j', text => expect(hosts(text)).toEqual([]))
test.each(bareAddresses)('an address without https://: %j', text => expect(hosts(text)).toHaveLength(1))

describe('text around an address is not its host', () => {
  test.each(textAround)('%j', around => {
    expect(hosts(around.replace('{}', 'https://good.org'))).toEqual(['good.org'])
    expect(hosts(around.replace('{}', 'https://evil.example'))[0]).toMatch(/^evil\.example|^evil\.xn--/)
    const [message] = linksIn(read(around.replace('{}', 'https://discord.com/channels/1/2/3')))
    expect(message && isDiscords(message)).toBe(true)
  })

  test.each([
    'https://good.org👍.evil.com',
    'https://good.orgé.evil.onion',
    'https://good.org、evil.com',
    'https://good.org“.evil.com”',
  ])('%j leads elsewhere', text => expect(hosts(text)).not.toContain('good.org'))

  test.each([
    'https://discord.com/channels/1/2/é/../../../../oauth2/authorize',
    'https://discord.com/channels/1/2/3é%2f..%2fx',
  ])('%j is not Discord’s own', text => expect(linksIn(read(text)).some(isDiscords)).toBe(false))
})

test.each([
  "don't. Go",
  'ok.So what, yes.No way, done.To the point, Hello.My name, thanks.Me too',
  'stop.it, go.to bed, love.is blind, idk.im tired, lol.be right back, 5.am, all.in',
  'v1.2.3, 3.5 kg, 12:30, $3.50, 10.000,50 €, 24.12.2025, 1.e4 e5 2.Nf3',
  'main.rs, README.md, node.js, index.ts, a.py, app.config.ts, file.tar.gz, setup.exe, libfoo.so, photo.jpg',
  'const x = a.at(0); user.id; message.author.id; self.name; this.state.name; System.IO; std::vector; str.to',
  'e.g. this, i.e. that, p.s. hi, U.S.A., a.k.a., Ph.D, St.Louis, No.1, vol.2, ...what, hm..ok',
  'me@example.com, @user.name, C:\\Users\\x, and/or, http, https://, note: x',
  'привет.как дела, 你好。世界, مرحبا.كيف, π.ρ',
  '```js\nconst { a } = b.in\n```',
  'https://localhost:3000 and http://intranet/x',
])('no links: %j', text => {
  expect(hosts(text)).toEqual([])
  expect(codes(text)).toEqual([])
})

describe('people hide invites, and they are found', () => {
  test.each([
    'discord.gg/abc',
    'join .gg/abc',
    'discord。gg/abc',
    'discord.gg/\nabc',
    'discord\n.gg/abc',
    'https://discord.com/%69nvite/abc?x=%FF',
    '%64iscord.gg/abc',
    'https://discord.com%2Finvite/abc',
    'https://discord.gg/%61bc%FF',
    'discord.gg⁄abc',
    'dіsсоrd.gg/abc',
    'ⓓⓘⓢⓒⓞⓡⓓ.ⓖⓖ/abc',
    '🅳🅸🆂🅲🅾🆁🅳.🅶🅶/abc',
    '||discord||.gg/abc',
    '**discord**.gg/abc',
    '[x](https://discord.gg/abc)',
    '<https://discord.gg/abc>',
    'discord.gg/`abc`',
    'https://discord.gg:443/abc',
    'https://discord.com./invite/abc',
    'https://discord.gg/./abc',
    'https://discord.gg/x/../abc',
    'https://user@discord.gg/abc',
    'discord://-/invite/abc',
    'discord[.]gg/abc',
    'hxxps://discord[.]gg/abc',
    'https://canary.discord.com/invite/abc',
  ])('%j', text => expect(codes(text)).toContain('abc'))

  test.each([
    'I like discord. gg!',
    'top.gg/servers/1 and op.gg/summoners/x',
    'https://discord.com/channels/1/2/3',
    'discord.com/developers/docs, mydiscord.gg/abc, support@discord.com',
    'gg/wp, gg. well played',
  ])('none: %j', text => expect(codes(text)).toEqual([]))
})

describe('people hide words, and they are found', () => {
  test.each([
    'b||a||dword',
    'b*a*dword',
    '**bad**word',
    '~~b~~adword',
    '`bad`word',
    '_badword_',
    '__b__adword',
    '||badword||',
    'b.a.d.w.o.r.d',
    'b\na\nd\nw\no\nr\nd',
    'badw0rd',
    'b@dwоrd',
    'bâdwörd',
    'ba\u200bdword',
    'ⓑⓐⓓⓦⓞⓡⓓ',
    '🅱🅰🅳🆆🅾🆁🅳',
    '🇧🇦🇩🇼🇴🇷🇩',
    'ᵇᵃᵈʷᵒʳᵈ',
  ])('%j', text => expect(found(text)).toEqual(['badword']))

  test.each(['class, pass, assess, badwords, bass', 'bad word, bad_word', '🇺🇸 won', 'kill *it* yourself', 'as \\* s'])(
    'none: %j',
    text => expect(found(text)).toEqual([]),
  )

  test('at its position in the original', () => {
    expect(engine.find(read('so **bad**word it is'), 5)).toEqual([{ pattern: 'badword', start: 5, end: 14 }])
  })
})
