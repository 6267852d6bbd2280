import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const roots = ['docs', 'hosting', 'migrations', 'sandbox', 'src', 'test', 'web']
const paths = [...readdirSync('.'), ...roots.flatMap(root => inside(root).map(path => `${root}/${path}`))]

function inside(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
}

/** Every path in the project, and its name relative to each folder above it: `rules/list.ts`, `list.ts`. */
const known = new Set(
  [...paths, ...roots].flatMap(path => {
    const steps = path.split('/')
    return steps.map((_, place) => steps.slice(place).join('/'))
  }),
)
const decisions = new Set(readdirSync('docs/decisions').map(name => name.slice(0, 4)))

/** Paths that only builds or tests create, and a name that a decision argues against. */
const isNotKept = (path: string) => /^(dist|coverage|test\/artifacts)\//.test(path) || path === 'held.ts'

/** The path from the root that a written path stands for: `#kit/design.ts` is `src/kit/design.ts`. */
const written = (path: string) =>
  path.replace(/^#(kit|kernel|features)\//, 'src/$1/').replace(/^(#|\.\/)|\/$|(?<=\/)\*.*$/g, '')

/** The words in a text that look like paths of this project: below a folder at the root, or a file of code. */
const pathsIn = (text: string): string[] =>
  text
    .split(/[\s`'"(),;:]+/)
    .map(written)
    .filter(word => /^[\w$-][\w.$-]*(\/[\w.$-]+)*$/.test(word))
    .filter(word => roots.some(root => word.startsWith(`${root}/`)) || /[\w$-]\.(tsx?|css|md)$/.test(word))
    .map(word => word.replace(/\.$/, ''))

const isThere = (path: string) =>
  isNotKept(path) || known.has(path) || decisions.has(/^docs\/decisions\/(\d{4})$/.exec(path)?.[1] ?? '')

const strayIn = (file: string, text: string) =>
  pathsIn(text)
    .filter(path => !isThere(path))
    .map(path => `${file}: ${path}`)

/** The changelog is left out: it describes earlier states. */
const documents = paths.filter(path => path.endsWith('.md') && path !== 'CHANGELOG.md')

test('every path in a document exists', () => {
  const quoted = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text).join(' ')
  expect(documents.flatMap(path => strayIn(path, quoted(path)))).toEqual([])
})

test('every link in a document leads to a file', () => {
  const stray = documents.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => new URL(link, `file:///${path}`).pathname.slice(1))
      .filter(target => !paths.includes(target))
      .map(target => `${path} -> ${target}`),
  )
  expect(stray).toEqual([])
})

test('every path and decision that a comment names exists', () => {
  const sources = paths.filter(path => /(?<!\.gen)\.(tsx?|css)$/.test(path))
  const stray = sources.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm)].flatMap(([comment]) => [
      ...strayIn(path, comment),
      ...[...comment.matchAll(/\bdecision (\d+)/gi)]
        .filter(([, number = '']) => !decisions.has(number.padStart(4, '0')))
        .map(([named]) => `${path}: ${named}`),
    ]),
  )
  expect(stray).toEqual([])
})

test('a reference to a moved file is reported', () => {
  expect(strayIn('README.md', 'see src/kit/nowhere.ts, `nowhere.ts` and #kit/lost/template.ts')).toHaveLength(3)
  expect(strayIn('README.md', 'see #kit/template.ts, `template.ts`, src/kit/ and docs/decisions/0024')).toEqual([])
})
