import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The product's spelling is American, like that of the specification, so readers never meet both. */
const british = new RegExp(
  `\\b(?:${[
    '(?:dis|un)?(?:col|behavi|fav|hon|neighb|lab|hum|rum|flav|harb|vap|endeav|arm|od|sav)our(?:s|ed|ing|ful|fully|ites?|able|ably|al|ers?|hoods?|ly|less|ists?)?',
    '(?:cent|met|kilomet|millimet|lit|fib|theat|calib|somb|spect|lust|meag)re[sd]?',
    '(?:cancel|travel|label|model|signal|fuel|counsel|level|total|channel|marvel|equal|quarrel|dial|funnel|tunnel|unravel)l(?:ed|er|ers|ing)',
    `(?:organ|reorgan|recogn|real|custom|apolog|author|unauthor|minim|maxim|optim|summar|synchron|modern|categor|priorit|capital|initial|normal|final|general|special|util|visual|memor|standard|stabil|emphas|critic|serial|sanit|token|local|central|random|anonym|personal|neutral|penal|symbol|legal|italic|scrutin)is(?:e|es|ed|er|ers|ing|ation|ations)`,
    'analys(?:e|es|ed|ing)|catalys(?:e|ed)|paralys(?:e|ed)',
    'grey(?:s|ed|ing|er|ish|scale)?|licence[sd]?|defence\\w*|offence\\w*|pretence|practis(?:e|es|ed|ing)|programmes?|analogues?|judgements?|acknowledgements?',
    'ageing|learnt|spelt|misspelt|dreamt|whilst|amongst|mould\\w*|plough\\w*|sceptic\\w*|cheques?|tyres?|kerb|artefacts?',
    'aluminium|jewellery|enquir\\w+|fulfil|fulfils|fulfilment|skilful\\w*|wilful\\w*|enrol|enrols|enrolment|instalments?',
  ].join('|')})\\b`,
  'giu',
)

const found = (text: string): string[] => [...text.matchAll(british)].map(([word]) => word)

const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** Whether a text is a sentence or a title: the code's own names begin with a small letter and are one word. */
const isRead = (text: string) => /^[^\w]*[A-Z]/.test(text) || /[a-z] [a-z]/i.test(text)

/** The texts in a file that people may read: its literals, and the text between tags. */
function textsOf(path: string, source: string): string[] {
  if (path.endsWith('.md')) return [source.replaceAll(/```[^]*?```|`[^`\n]*`|\]\([^)]*\)/g, ' ')]
  const code = withoutComments(source)
  const literals = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, ' '),
  )
  const between = path.endsWith('.tsx') ? [...code.matchAll(/>([^<>{}=;&|]+)[<{]/g)].map(([, text = '']) => text) : []
  return [...literals.filter(isRead), ...between]
}

const isOurs = (path: string) =>
  /\.(?:tsx?|md)$/.test(path) && !/\.(?:test|gen)\.tsx?$/.test(path) && !path.includes('node_modules')

const files = [
  ...['src', 'web', 'sandbox', 'docs', 'hosting'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map(name => join(root, name)),
  ),
  ...readdirSync('.'),
].filter(isOurs)

test('texts that people read have American spelling', () => {
  const wrong = files.flatMap(path =>
    textsOf(path, readFileSync(path, 'utf8')).flatMap(text =>
      found(text).map(word => `${path}: ${word}: ${text.trim().slice(0, 120)}`),
    ),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(wrong).toEqual([])
})

/** In a sentence, not as the name of a field or a column. */
const smallId = /\b(?:[Aa]n?|[Tt]he|[Ii]ts|by|their|your|new|[Tt]his|no|or|and|Discord|[Uu]ser) ids?\b/g

test('texts that people read write IDs as Discord does', () => {
  const shown = files.filter(path => /^(?:src|web)\b.*\.tsx?$/.test(path))
  const wrong = shown.flatMap(path =>
    textsOf(path, readFileSync(path, 'utf8')).flatMap(text =>
      [...text.matchAll(smallId)].map(([words]) => `${path}: ${words}`),
    ),
  )
  expect(shown.length).toBeGreaterThan(1000)
  expect(wrong).toEqual([])
})

test('the walk finds British words in sentences, titles and between tags, and ignores names in the code', () => {
  expect(textsOf('a.ts', `state('cancelled', 'It was cancelled.', \`Your \${colour}\`)`).flatMap(found)).toEqual([
    'cancelled',
  ])
  expect(textsOf('a.tsx', `<b title="Grey">The centre</b> // a colour`).flatMap(found)).toEqual(['Grey', 'centre'])
  expect(textsOf('a.md', 'A favourite `colour`, an hour of your labour').flatMap(found)).toEqual([
    'favourite',
    'labour',
  ])
})
