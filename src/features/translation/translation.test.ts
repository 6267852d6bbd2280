import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { createLibreTranslate } from './libretranslate.ts'

/** A fake LibreTranslate: it names the target language, and claims that everything was German. */
const asked: { q: string; target: string; api_key?: string }[] = []
let broken = false
const languages = [
  { code: 'de', name: 'German' },
  { code: 'fr', name: 'French' },
  { code: 'nl', name: 'Dutch' },
  { code: 'ja', name: 'Japanese' },
]
async function translated(request: IncomingMessage) {
  const body = JSON.parse(await text(request)) as (typeof asked)[number]
  asked.push(body)
  return { translatedText: `${body.target}: ${body.q}`, detectedLanguage: { language: 'de', confidence: 90 } }
}
const service = createServer((request, response) => {
  const answer = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (broken) answer(500, { error: 'out of memory' })
  else if (request.url === '/api/languages') answer(200, languages)
  else void translated(request).then(body => answer(200, body))
})

let harness: Harness
let owner: Visitor
let ahead = 0
let url: string
const general = () => harness.channel('general')
const say = (login: string, text: string) => harness.answer(login, text, general())
const react = (login: string, message: { id: string }, flag: string) =>
  harness
    .as(login)
    .rest('PUT', `/channels/${general()}/messages/${message.id}/reactions/${encodeURIComponent(flag)}/@me`)
const answersTo = (message: { id: string }): APIMessage[] =>
  harness.messages(general()).filter(one => one.message_reference?.message_id === message.id)
const answered = (message: { id: string }, count = 1) =>
  until(`${count} answers`, () => (answersTo(message).length >= count ? answersTo(message) : undefined))
const tick = () => harness.product.services.scheduler.tick()

beforeAll(async () => {
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api`
  harness = await createHarness({
    now: () => Date.now() + ahead,
    env: { TRANSLATE_URL: `${url}/`, TRANSLATE_KEY: 'the-key-of-the-service' },
  })
  owner = await harness.signIn('owner')
})
beforeEach(() => {
  ahead += 200_000
  broken = false
  asked.length = 0
})
afterAll(async () => {
  await harness.close()
  service.close()
})

test('the command, the page and the basic settings share one switch', async () => {
  expect(await say('owner', '.flagtr on')).toBe('Flag Translation: now on.')
  const page = `/api/guild/${harness.guildId}/translation`
  expect((await owner.call('GET', page)).body).toMatchObject({
    translation: {
      enabled: true,
      service: 'ready',
      languages: expect.arrayContaining([{ name: 'Dutch', countries: expect.arrayContaining(['NL', 'BE']) }]),
    },
  })
  await owner.call('POST', page, { translationUpdate: true, enabled: 'off' })
  const { body } = await owner.call('GET', `/api/guild/${harness.guildId}/basic`)
  expect(body).toMatchObject({ guild: { flag_translation: { enabled: false } } })
  const message = await harness.as('member1').say(general(), 'Guten Morgen')
  await react('member2', message, '🇫🇷')
  await owner.call('POST', page, { translationUpdate: true, enabled: true })
  await react('member3', message, '🇫🇷')
  await answered(message)
  expect(asked).toHaveLength(1)
})

test('a flag translates a message once, says from which language and for whom, and pings nobody', async () => {
  const message = await harness.as('member1').say(general(), 'Guten Morgen @everyone [da](https://x.example)')
  await react('member1', message, '🎉')
  await react('member1', message, '🇯🇵')
  const [answer] = await answered(message)
  expect(asked).toEqual([
    { q: message.content, source: 'auto', target: 'ja', format: 'text', api_key: 'the-key-of-the-service' },
  ])
  expect(answer?.embeds[0]).toMatchObject({ title: 'Translation from German' })
  expect(answer?.embeds[0]?.footer?.text).toContain('Japanese · Requested by jun_tan')
  expect(answer?.embeds[0]?.description).not.toMatch(/@everyone|\]\(/)
  expect(JSON.stringify(answer?.components)).toContain(message.id)
  expect([answer?.mentions, answer?.mention_everyone]).toEqual([[], false])
  await react('member2', message, '🇯🇵')
  await react('member3', message, '🇧🇪')
  const [, second] = await answered(message, 2)
  expect(asked.map(({ target }) => target)).toEqual(['ja', 'nl', 'fr', 'de'])
  // The language that the message is already in is left out.
  expect(second?.embeds[0]?.description).toMatch(/^\*\*Dutch\*\*\nnl: [^]*\*\*French\*\*\nfr: /)
  expect(second?.embeds[0]?.description).not.toContain('German')
  expect(answersTo(message)).toHaveLength(2)
})

test('asking again too soon is answered once, briefly, and so is a message already in that language', async () => {
  const [first, second] = [
    await harness.as('member1').say(general(), 'Eins'),
    await harness.as('member1').say(general(), 'Zwei'),
  ]
  await react('member4', first, '🇩🇪')
  const [already] = await answered(first)
  expect(already && textOf(already)).toContain('already in German')
  await react('member4', second, '🇫🇷')
  const [notice] = await answered(second)
  expect(notice && textOf(notice)).toContain('another translation <t:')
  await react('member4', second, '🇯🇵')
  await harness.heard()
  ahead += 11_000
  await tick()
  await until('notices to go', () => answersTo(first).length === 0 && answersTo(second).length === 0)
  ahead += 120_000
  await react('member4', first, '🇫🇷')
  await answered(first)
  expect(asked.map(({ target }) => target)).toEqual(['de', 'fr'])
})

test('a failing service is reported, and the message can be asked for again', async () => {
  const message = await harness.as('member1').say(general(), 'Guten Abend')
  broken = true
  await react('member5', message, '🇫🇷')
  const [notice] = await answered(message)
  expect(notice && textOf(notice)).toContain('does not answer')
  expect(await say('member6', '.translate french Hallo')).toContain('does not answer')
  broken = false
  await react('member7', message, '🇫🇷')
  await answered(message, 2)
  const logged = harness.logged.join('')
  expect(logged).not.toContain('Guten Abend')
  expect(logged).not.toContain('the-key-of-the-service')
})

test('a text is translated on demand, into languages that the service offers', async () => {
  expect(await say('member1', '.tr fr Guten Tag zusammen')).toContain('fr: Guten Tag zusammen')
  expect(await say('member2', '.translate klingon Qapla')).toContain('I know German, French, Dutch, Japanese.')
  expect(await say('member3', '.translate German Hallo')).toContain('already in German')
})

test('mentioned people are named in a translation; the service gets neither ids nor Discord’s markup', async () => {
  const { userId } = harness.as('member2')
  const [role] = (await harness.as('owner').rest('GET', `/guilds/${harness.guildId}/roles`)) as {
    id: string
    name: string
  }[]
  const drawn = `<#${general()}> <:kiln:123456789012345678> <t:1700000000:R>`
  const typed = `<@${userId}>, frag <@&${role?.id}> in ${drawn} <@1> [da](https://x.example)`
  const before = await harness.as('member4').say(general(), `.tr fr ${typed}`)
  const answer = await harness.answerTo(before)
  expect(asked.map(({ q }) => q)).toEqual(['<@1>, frag <@2> in <@3> <@4> <@5> <@6> [da](https://x.example)'])
  const name = harness.sandbox.context.world.accounts.get(userId)?.user.username ?? ''
  const { description = '' } = answer.embeds[0] ?? {}
  expect(description).toContain(`in ${drawn} `)
  expect(description).toMatch(new RegExp(`fr: @${name}|fr: @\\p{L}`, 'u'))
  expect(description).not.toMatch(new RegExp(`${userId}|\\]\\(`))
  expect([answer.mentions, answer.mention_everyone]).toEqual([[], false])
})

test('a message is translated from its context menu into the caller’s language, and only they see it', async () => {
  const message = await harness.as('member2').say(general(), 'Guten Morgen')
  const chosen = async (login: string) => {
    const before = harness.shownTo(login).length
    await harness.as(login).choose(general(), 'Translate', message)
    return textOf(
      await until('an answer', () =>
        harness
          .shownTo(login)
          .slice(before)
          .find(one => textOf(one) !== ''),
      ),
    )
  }
  // The sandbox's users speak English, which this service does not offer.
  expect(await chosen('member1')).toContain('cannot translate into the language that your Discord is set to')
  languages.push({ code: 'en', name: 'English' })
  ahead += 60 * 60_000
  expect(await chosen('member1')).toContain('en: Guten Morgen')
  languages.pop()
  ahead += 60 * 60_000
})

test('a service that is down is left alone briefly, then asked again', async () => {
  let time = 0
  const provider = createLibreTranslate({ url, key: undefined, now: () => time })
  broken = true
  await expect(provider.languages()).rejects.toThrow('answered 500')
  broken = false
  await expect(provider.languages()).rejects.toThrow('a moment ago')
  time = 20_000
  expect(await provider.languages()).toEqual(languages)
})

test('without a service nothing is sent anywhere, and the doctor says what to do', async () => {
  const alone = await createHarness()
  try {
    const visitor = await alone.signIn('owner')
    const answer = await alone.answerTo(await alone.as('owner').say(alone.channel('general'), '.flagtranslation on'))
    expect(textOf(answer)).toContain('TRANSLATE_URL')
    const { body } = await visitor.call('GET', `/api/guild/${alone.guildId}/doctor`)
    expect(body).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({
          feature: 'translation',
          repair: expect.stringContaining('nothing is sent anywhere'),
        }),
      ]),
    })
    const page = await visitor.call('GET', `/api/guild/${alone.guildId}/translation`)
    expect(page.body).toMatchObject({ translation: { service: 'off', host: null, languages: [] } })
  } finally {
    await alone.close()
  }
})
