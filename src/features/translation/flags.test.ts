import { expect, test } from 'vitest'
import { translationEmbed } from './translation-embed.ts'
import { countriesWith, countryOf, languagesOf } from './countries.ts'
import { availableOf, namedLanguage, nameOf } from './languages.ts'

const offered = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'German' },
  { code: 'fr', name: 'French' },
  { code: 'nl', name: 'Dutch' },
  { code: 'zh-Hans', name: 'Chinese' },
  { code: 'zt', name: 'Chinese (traditional)' },
  { code: 'no', name: 'Norwegian' },
]
const codes = (flag: string) => availableOf(languagesOf(flag), offered).map(({ code }) => code)

test('a flag emoji maps to its country, anything else to none', () => {
  expect(['🇩🇪', '🇨🇳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'].map(countryOf)).toEqual(['DE', 'CN', 'gbeng'])
  for (const other of ['🏴', '🏳️‍🌈', '🎉', '🇩', '🇩🇪🇫🇷', 'DE', '']) expect(languagesOf(other)).toEqual([])
  expect(languagesOf('🇿🇿')).toEqual([])
})

test('a flag asks for those languages of its country that the service offers', () => {
  expect(codes('🇨🇭')).toEqual(['de', 'fr'])
  expect(codes('🇧🇪')).toEqual(['nl', 'fr', 'de'])
  expect(['🇨🇳', '🇹🇼', '🇳🇴', '🇯🇵'].map(codes)).toEqual([['zh-Hans'], ['zt'], ['no'], []])
})

test('English is for its own flags, and left out where a country has another language', () => {
  expect(['🇬🇧', '🇺🇸', '🇨🇦', '🇨🇲', '🇵🇭'].map(codes)).toEqual([['en'], ['en'], ['en', 'fr'], ['fr'], ['en']])
})

test('every country has two-letter language codes, and no more than are requested', () => {
  expect(countriesWith(languages => languages.length === 0)).toEqual([])
  expect(countriesWith(languages => languages.some(code => !/^[a-z]{2}$/.test(code)))).toEqual([])
  const all = countriesWith(() => true)
  expect(all.length).toBeGreaterThan(250)
  expect(new Set(all).size).toBe(all.length)
})

test('a language is found by code and name, and an error names one that is not offered', () => {
  expect(['DE', 'german', 'zh', 'Klingon'].map(typed => namedLanguage(typed, offered)?.code)).toEqual([
    'de',
    'de',
    'zh-Hans',
    undefined,
  ])
  expect([nameOf('de', offered), nameOf('sv', offered), nameOf('zz', offered)]).toEqual(['German', 'Swedish', 'zz'])
})

test('a translation names both languages and the requester, and fits', () => {
  const embed = translationEmbed([{ language: 'French', text: 'Bonjour' }], 'German', 'jun')
  expect(embed.description).toBe('Bonjour')
  expect(embed).toMatchObject({ title: 'Translation from German', footer: { text: 'French · Requested by jun' } })
  const long = { language: 'French', text: 'x'.repeat(9000) }
  expect(translationEmbed([long, long, long], undefined, 'jun').description?.length).toBeLessThanOrEqual(4096)
})
