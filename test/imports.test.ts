import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'

/**
 * Who may import whom: docs/decisions/0002. The table is read from folders, so a new feature is covered when it exists.
 */

const roots = ['src', 'web', 'sandbox']
const aliases: Record<string, string> = {
  '#contract': 'src/contract.ts',
  '#kit/': 'src/kit/',
  '#kernel/': 'src/kernel/',
  '#features/': 'src/features/',
  '#web/': 'web/',
  '#sandbox/': 'sandbox/',
  '#test/': 'test/',
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => /\.tsx?$/.test(name) && !/\.(test|gen)\.tsx?$/.test(name))
const files = roots.flatMap(filesIn)

/**
 * Every module a file names, statically, dynamically or by re-export. Its name has no space, unlike what follows 'from'
 * in a text.
 */
function specifiers(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom\s*|(?<![\w/'])import\s*\(?\s*)'([^'\s]+)'/g)].flatMap(match => match[1] ?? [])
}

/** A path inside the project, or the package's name. */
export function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier.replace(/\?.*$/, '')))
  const alias = Object.keys(aliases).find(key => (key.endsWith('/') ? specifier.startsWith(key) : specifier === key))
  return alias === undefined ? specifier : `${aliases[alias]}${specifier.slice(alias.length)}`
}

const inProject = (target: string) => /^(src|web|sandbox|test)\//.test(target)
const featureOf = (path: string) => /^(?:src|web)\/features\/([^/]+)\//.exec(path)?.[1]
/** How misspelled placeholders in a text are reported, beside its field and in the chat. */
const tellsUnknown = new Set(['src/kit/unknown-placeholders.ts', 'src/kit/edit-distance.ts'])

/** Modules of both halves: the contracts, and filling in templates, so that a preview shows what is sent. */
const isContract = (path: string) =>
  tellsUnknown.has(path) ||
  /^src\/contract(\/[a-z-]+)?\.ts$/.test(path) ||
  /^src\/(kit|kernel|features\/[^/]+)\/([a-z-]+\/)*(contract|template)\.ts$/.test(path)

/** A feature's own logic that runs in browsers; a test below checks that it needs only what browsers have. */
const isInBrowser = (path: string) => /^src\/features\/[^/]+\/in-browser\.ts$/.test(path)

const declared = new Map(features.map(({ contract }) => [contract.name, contract]))
/**
 * Whether a feature may import from another one: only if it declares that, since it is then removed together with it.
 */
const mayKnow = (feature: string | undefined, other: string | undefined) =>
  other === undefined ||
  other === feature ||
  (feature !== undefined && declared.get(feature)?.uses?.includes(other) === true)
const isCore = (other: string | undefined) => other === undefined || declared.get(other)?.core === true

/** The kernel's modules that features may import: `feature.ts`, and services by name. */
const doors = new Set(
  [
    'feature',
    'context',
    'declarations/setup',
    'events/events',
    'rights/rights',
    'rights/channel-rights',
    'rights/give-role',
    'rights/permissions',
    'storage/columns',
    'storage/scratch',
    'storage/stored-table',
    'settings/references',
    'discord/guild-shape',
    'guilds/rename-id',
    'guilds/deleted-references',
    'notify-unkept',
    'discord/initiator',
    'discord/lanes',
    'discord/invite-link',
    'discord/login',
    'discord/rehearsal',
    ...['catalogue', 'cooldowns', 'nearest-commands', 'prefix', 'run', 'server-commands', 'typed-call', 'values'].map(
      name => `commands/${name}`,
    ),
    ...['button-offers', 'slash-tree', 'usage', 'words'].map(name => `commands/${name}`),
    'workers/task',
    'files/files',
  ].map(name => `src/kernel/${name}.ts`),
)

/** The reason why `from` may not import `target`; undefined when it may. */
export function verdict(from: string, target: string): string | undefined {
  const feature = featureOf(from)
  if (from.startsWith('src/') && /^(sandbox|test|web)\//.test(target))
    return 'the product knows neither sandbox, tests nor web'
  const isVocabulary = target.startsWith('src/contract/')
  if (/^src\/contract(\/|\.ts$)/.test(from))
    return target === 'zod' || isVocabulary ? undefined : 'the contract vocabulary imports zod and itself only'
  if (isVocabulary) return 'the contract vocabulary is #contract'
  if (isContract(from))
    return target === 'zod' || (isContract(target) && mayKnow(feature, featureOf(target)))
      ? undefined
      : 'a contract or template imports its like and zod only'
  if (from.startsWith('src/kit/'))
    return inProject(target) && !target.startsWith('src/kit/') && !isContract(target)
      ? 'the kit knows no service'
      : undefined
  if (from.startsWith('src/kernel/'))
    return target.startsWith('src/features/') ? 'the kernel knows no feature' : undefined
  if (from === 'src/features/index.ts')
    return !inProject(target) || /^src\/features\/[^/]+\/index\.ts$/.test(target) || target.startsWith('src/kernel/')
      ? undefined
      : 'the manifest imports features only'
  if (from.startsWith('src/features/')) {
    const other = featureOf(target)
    if (target.startsWith('src/kernel/') && !doors.has(target)) return 'the kernel beyond its door and named services'
    if (!mayKnow(feature, other)) return 'a feature that it does not declare to use'
    return other === undefined || other === feature || target.endsWith('/public.ts') || isContract(target)
      ? undefined
      : "another feature's insides"
  }
  if (from === 'src/bundled.ts')
    return inProject(target) && target !== 'src/main.ts' ? 'it begins main.ts, later' : undefined
  if (/^src\/[^/]+\.ts$/.test(from)) return featureOf(target) ? 'the composition root names no feature' : undefined
  if (from.startsWith('web/ui/'))
    return inProject(target) && !/^(?:web\/ui|src\/kit\/markdown)\//.test(target)
      ? 'primitives know nothing else but how Discord reads a text'
      : undefined
  if (from.startsWith('web/features/'))
    return !inProject(target) ||
      (isContract(target) && mayKnow(feature, featureOf(target))) ||
      (isInBrowser(target) && featureOf(target) === feature) ||
      /^web\/(app|ui)\//.test(target) ||
      featureOf(target) === feature
      ? undefined
      : 'a web feature sees itself, app, ui, and contracts of what it uses'
  if (from.startsWith('web/'))
    return !inProject(target) ||
      (isContract(target) && isCore(featureOf(target))) ||
      /^web\/(?!features\/)/.test(target)
      ? undefined
      : 'the shell and the site see ui and core contracts; pages are found by folder'
  if (from.startsWith('sandbox/stage/'))
    return !inProject(target) || /^(sandbox|web\/ui)\//.test(target)
      ? undefined
      : 'the stage sees the sandbox and web/ui'
  if (from.startsWith('sandbox/'))
    return inProject(target) && !target.startsWith('sandbox/') ? 'the sandbox sees itself only' : undefined
  return undefined
}

test('every import follows the rules', () => {
  const broken = files.flatMap(file =>
    specifiers(readFileSync(file, 'utf8')).flatMap(specifier => {
      const target = resolve(file, specifier)
      const why = verdict(file, target)
      return why === undefined ? [] : [`${file} -> ${specifier}: ${why}`]
    }),
  )
  expect(broken).toEqual([])
})

/** The kernel's rooms from the ground up. Files outside of the rooms, such as `feature.ts`, belong to no floor. */
const floors = `
  workers storage discord settings declarations rights scheduler events openapi commands
  files history pictures operator contact guilds members backups plans many-changes setup transfer http
`
  .trim()
  .split(/\s+/)
const roomOf = (path: string) => /^src\/kernel\/([^/]+)\//.exec(path)?.[1]

test('a room of the kernel imports only from rooms below it, types included; contracts may be imported by all', () => {
  expect(floors.toSorted()).toEqual([...new Set(files.flatMap(file => roomOf(file) ?? []))].toSorted())
  const floor = (path: string) => floors.indexOf(roomOf(path) ?? '')
  const upwards = files.flatMap(file =>
    specifiers(readFileSync(file, 'utf8')).flatMap(specifier => {
      const target = resolve(file, specifier)
      return floor(file) >= 0 && floor(target) > floor(file) && !isContract(target) ? [`${file} -> ${target}`] : []
    }),
  )
  expect(upwards).toEqual([])
})

/** The files of every import cycle; the first and the last are the same. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return found
}

test('there is no import cycle, not even of types, which the linter does not report', () => {
  const imports = new Map(
    [...files, ...filesIn('test')].map(file => [
      file,
      specifiers(readFileSync(file, 'utf8')).map(name => resolve(file, name)),
    ]),
  )
  expect(circles(imports)).toEqual([])
  const three = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  expect(circles(three)).toEqual([['a', 'b', 'c', 'a']])
})

test('the rules reject what they must', () => {
  const refused: [string, string][] = [
    ['src/kernel/http.ts', 'src/features/general/index.ts'],
    ['src/features/general/index.ts', 'src/features/doctor/findings.ts'],
    ['src/features/counters/index.ts', 'src/features/moderation/public.ts'],
    ['src/features/greetings/contract.ts', 'src/features/leveling/contract.ts'],
    ['web/features/counters/pages/counters.tsx', 'src/features/leveling/contract.ts'],
    ['web/app/app.tsx', 'src/features/leveling/contract.ts'],
    ['src/features/general/contract.ts', 'src/kernel/settings.ts'],
    ['src/features/general/contract.ts', 'discord.js'],
    ['src/kit/template.ts', 'src/kernel/settings/settings.ts'],
    ['src/kit/people.ts', 'src/kernel/feature.ts'],
    ['src/features/general/index.ts', 'src/kernel/http/server.ts'],
    ['src/features/general/template.ts', 'src/features/general/index.ts'],
    ['src/main.ts', 'sandbox/server.ts'],
    ['src/bundled.ts', 'src/kernel/kernel.ts'],
    ['src/main.ts', 'src/features/general/index.ts'],
    ['web/features/general/pages/basic.tsx', 'web/features/doctor/banner.tsx'],
    ['web/features/tickets/pages/tickets.tsx', 'src/features/automod/in-browser.ts'],
    ['web/site/pages/index.tsx', 'src/features/automod/in-browser.ts'],
    ['web/ui/button.tsx', 'web/app/api.ts'],
    ['web/app/app.tsx', 'web/features/general/pages/basic.tsx'],
    ['web/app/api.ts', 'src/kernel/http.ts'],
    ['sandbox/server.ts', 'src/main.ts'],
    ['sandbox/server.ts', 'web/ui/button.tsx'],
  ]
  expect(refused.filter(([from, target]) => verdict(from, target) === undefined)).toEqual([])
})

/** Features by the first part of their pages' addresses: `progression_.leaderboard.tsx` belongs to `progression`. */
const pageOwners = new Map(
  files.flatMap(file => {
    const [, feature, page] = /^web\/features\/([^/]+)\/pages\/([^_./]+)/.exec(file) ?? []
    return feature && page ? [[page, feature]] : []
  }),
)

/** Links in a file that would lead nowhere once another feature is deleted. */
function strayLinks(file: string, source: string): string[] {
  const mayLink = (owner: string | undefined) => isCore(owner) || mayKnow(featureOf(file), owner)
  return [...source.matchAll(/\/manage\/\$guildId\/([\w-]+)/g)].flatMap(([link, page = '']) =>
    mayLink(pageOwners.get(page)) ? [] : `${file} -> ${link}`,
  )
}

test('a page links only to pages of features that it may know', () => {
  expect(new Set(pageOwners.values()).size).toBeGreaterThan(5)
  expect(files.flatMap(file => strayLinks(file, readFileSync(file, 'utf8')))).toEqual([])
  const link = `to="/manage/$guildId/progression/leaderboard"`
  expect(strayLinks('web/app/app.tsx', link)).toHaveLength(1)
  expect(strayLinks('web/features/counters/pages/counters.tsx', link)).toHaveLength(1)
  expect(strayLinks('web/features/leveling/pages/progression.tsx', link)).toEqual([])
})

test('every module that features may import is imported by one', () => {
  const used = new Set(
    files.filter(featureOf).flatMap(file => specifiers(readFileSync(file, 'utf8')).map(name => resolve(file, name))),
  )
  expect([...doors].filter(door => !used.has(door))).toEqual([])
})

test('every feature folder is in the manifest, once, and nothing else is', () => {
  const folders = readdirSync('src/features', { withFileTypes: true }).filter(entry => entry.isDirectory())
  const manifest = specifiers(readFileSync('src/features/index.ts', 'utf8'))
    .map(specifier => featureOf(resolve('src/features/index.ts', specifier)))
    .filter(name => name !== undefined)
  expect(manifest.toSorted()).toEqual(folders.map(entry => entry.name).toSorted())
})

test('every web feature has a server side of the same name', () => {
  const names = (root: string) =>
    readdirSync(root, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? entry.name : []))
  const server = new Set(names('src/features'))
  expect(names('web/features').filter(name => !server.has(name))).toEqual([])
})
