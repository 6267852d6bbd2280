import { type Dice, pick } from './random.ts'

/** People whose names look like other things, in many languages. */
export const people =
  'Dickens Dickinson Hancock Cockburn Babcock Hitchcock Cummings Titchmarsh Gaylord Kuntz Peña Núñez Şahin Çelik Ögren Müller Løkke Łukasz Zoë José Anaïs Björn Åsa Đoković Dvořák Nguyễn Özil Renée Seán Saoirse Naz Assia Cassandra Anala Nikos Оля Соня Ганна Πέτρος 田中 김민수 Fukuda Matsushita Sussman Wankowski Bassem Massimo Hassan Yasser Cassidy Pike Hooke'.split(
    ' ',
  )
const places =
  'Scunthorpe Penistone Sussex Essex Middlesex Lightwater Clitheroe Arsenal Cockermouth Titisee Massachusetts Nassau Kassel Passau Fukuoka Phuket Assisi Caracas Åbo Örebro Kraków Łódź São-Paulo Çanakkale İzmir Košice Győr Cancún Besançon Zürich'.split(
    ' ',
  )
const digits = '0123456789'
const code = '0123456789abcdef'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const many = (dice: Dice, from: string, count: number) =>
  Array.from({ length: count }, () => from.charAt(dice(from.length))).join('')
const number = (dice: Dice) => String(dice(10 ** (1 + dice(4))))
export const time = (dice: Dice): string =>
  pick(dice, [
    () => `${dice(24)}:${many(dice, '012345', 1)}${many(dice, digits, 1)}`,
    () => `${1 + dice(12)} am`,
    () => `${1 + dice(12)}pm`,
    () => `${1 + dice(12)}.${many(dice, '012345', 1)}5`,
  ])()
const spelledWords =
  'classic analysis titanic cocktail scunthorpe penistone assembly document cumin essex sextant assume class passage grass raccoon spice grape therapist shiitake hospice banal canal canoe shoes cope copy scope annual nazareth button embassy title titles'.split(
    ' ',
  )
const words = 'house tree window coffee river paper music garden winter summer table orange'.split(' ')
const units = 's,m,h,d,ms,kg,g,mm,cm,km,kHz,GB,MB,fps,px,st,th,x,K,k,a,p,A,V,W,C,F'.split(',')

/** Common text that contains no words of any language. Each call makes a new line. */
export const families: Record<string, (dice: Dice) => string> = {
  'times and durations': dice =>
    `it took ${dice(100)}${pick(dice, units)}, then ${dice(60)}m ${dice(60)}s, at ${time(dice)}`,
  prices: dice =>
    `${pick(dice, ['$', '€', '£', 'A$', 'US$', 'C$', '¥'])}${number(dice)}.${many(dice, digits, 2)} or ${number(dice)}$ or ${number(dice)} €, ${dice(20)}@${dice(9)}`,
  'phone numbers': dice =>
    `call +${dice(99)} ${many(dice, digits, 3)} ${many(dice, digits, 3)}-${many(dice, digits, 4)}`,
  versions: dice =>
    `v${dice(20)}.${dice(50)}.${dice(9)}-rc${dice(5)}, node ${dice(30)}, python3.${dice(15)}, php${dice(9)}s`,
  addresses: dice =>
    `${dice(500)}${pick(dice, ['', 'a', 'b', 's'])} ${pick(dice, people)} Street, ${pick(dice, places)}`,
  'postal codes': dice => {
    const half = () => [many(dice, capitals, 1), many(dice, digits, 1), many(dice, capitals, 1)].join('')
    const second = `${many(dice, digits, 1)}${many(dice, capitals, 1)}${many(dice, digits, 1)}`
    return `send it to ${half()} ${second}, ${pick(dice, places)}`
  },
  'colours and hashes': dice =>
    `#${many(dice, code, 3)} #${many(dice, code, 6)} ${many(dice, code, 7)} 0x${many(dice, code, 4)} ${many(dice, code, 8)}-${many(dice, code, 4)}-${many(dice, code, 4)}`,
  'numbers of things': dice =>
    `${many(dice, capitals, 1)}${many(dice, digits, 2)}, ${many(dice, capitals, 2)}-${many(dice, digits, 3)}, ${many(dice, capitals, 2)}${many(dice, digits, 4)}, gate ${many(dice, capitals, 1)}${dice(60)}`,
  'license plates': dice =>
    `${many(dice, capitals, 2)}${many(dice, digits, 2)} ${many(dice, capitals, 3)}`.replace(/ \w+$/, ' XQZ'),
  links: dice =>
    `https://youtu.be/${many(dice, base64, 11)}?t=${dice(500)}s https://${pick(dice, words)}.example/${pick(dice, spelledWords)}/${many(dice, base64, 6)}`,
  mail: dice => `${pick(dice, words)}.${pick(dice, spelledWords)}@${pick(dice, words)}.example, team@everyone.example`,
  chemistry: dice =>
    `C${dice(20)}H${dice(40)}O${dice(9)}, As${dice(5)}S${dice(5)}, Cu${dice(4)}N${dice(5)}, P${dice(5)}S${dice(5)}, Na${dice(3)}SO${dice(5)}`,
  recipes: dice =>
    `${dice(500)} g ${pick(dice, ['cumin', 'cucumber', 'grapes', 'shiitake', 'rapeseed oil', 'cassava', 'bass', 'molasses'])}, ${dice(9)} tbsp, ${dice(60)} min at ${dice(250)}°C`,
  'spelled out': dice => {
    const word = pick(dice, spelledWords)
    const gap = pick(dice, [' ', '.', '-', ' . ', '\n', '  '])
    return Array.from(dice(2) === 0 ? word : word.toUpperCase()).join(gap)
  },
  'notes and answers': dice => `play ${Array.from({ length: 3 + dice(5) }, () => many(dice, 'ABCDEFG', 1)).join(' ')}`,
  abbreviations: dice =>
    `${pick(dice, ['U.S.A.', 'a.k.a.', 'p.s.', 'e.g.', 'i.e.', 'N.A.S.A.', 'R.S.V.P.', 'Ph.D.', 'c.o.d.', 'a.s.a.p.'])} ${pick(dice, words)} ${dice(99)}`,
  'held down': dice =>
    `${pick(dice, [
      'good',
      'cool',
      'so',
      'please',
      'no',
      'yes',
      'hm',
      'loose',
      'shoot',
      'food',
      'coop',
      'off',
      'miss',
      'pass',
      'mass',
      'book',
      'been',
    ])
      .replace(/[aeiou]/, vowel => vowel.repeat(3 + dice(4)))
      .replace(/.$/, last => last.repeat(1 + dice(4)))} ${pick(dice, words)}`,
  'code in words': dice =>
    `for (const ${many(dice, 'abcst', 1)} of ${pick(dice, words)}) f(${many(dice, 'acfgs', 1)}, ${many(dice, 'acfgs', 1)}) + ${many(dice, 'acgmstu', 1)} * ${many(dice, 'acgmstu', 1)}`,
  'code as code': dice =>
    `\`${Array.from({ length: 3 }, () => many(dice, 'acfgimnstu', 1)).join(pick(dice, ['*', '**', '_', '||', '~~']))}\` and ${many(dice, 'xyz', 1)}${dice(9)}`,
  flags: dice =>
    Array.from({ length: 1 + dice(3) }, () =>
      pick(dice, ['🇸🇭🇮🇹', '🇨🇴🇨🇰', '🇫🇷', '🇩🇪', '🇺🇸', '🇦🇸', '🇧🇷', '🇨🇺🇲🇽', '🇦🇱']),
    ).join(pick(dice, ['', ' '])),
  sounds: dice => `[${Array.from({ length: 4 }, () => many(dice, 'ɔəɹʌɪʊkntspmæθ', 1)).join('')}] ${pick(dice, words)}`,
  'names and places': dice =>
    `${pick(dice, people)} from ${pick(dice, places)} meets ${pick(dice, people)} in ${pick(dice, places)}`,
  'models and sizes': dice =>
    `${pick(dice, ['Galaxy', 'Audi', 'Airbus', 'iPhone', 'PS', 'Boeing', 'paper'])} ${many(dice, capitals, 1)}${dice(99)}${pick(dice, ['', 's', 'x', ' Pro', 'L'])}, ${dice(9)}XL, ${dice(9)}K`,
  mathematics: dice =>
    `${many(dice, 'abcnstx', 1)}${many(dice, '²³₁₂', 1)} + ${dice(9)}${many(dice, 'abcnst', 1)} = ${many(dice, 'αβγδµΔΩ', 1)}${many(dice, 'stx', 1)}, ${dice(9)}/${dice(9)}`,
  keyboards: dice => `${many(dice, 'asdfjkl', 8)} ${many(dice, 'asdfghjkl', 9)}`,
  chess: dice =>
    `${dice(40)}. ${many(dice, 'abcdefgh', 1)}${1 + dice(8)} N${many(dice, 'abcdefgh', 1)}${1 + dice(8)} ${many(dice, 'abcdefgh', 1)}x${many(dice, 'abcdefgh', 1)}${1 + dice(8)}+`,
}
