import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { normalizePath, type Plugin, type ViteDevServer } from 'vite'
import type { z } from 'zod'
import type { Contract, Form } from './src/contract.ts'
import type { Feature } from './src/kernel/feature.ts'
import { groupCalls } from './web/site/docs/api-reference.ts'
import { type Guide, guideFiles, readGuide } from './web/site/docs/guide-text.ts'
import { entriesOf } from './web/site/docs/search-entries.ts'

const root = import.meta.dirname
const featuresFolder = join(root, 'src/features')

/** Loads a module of the product by its path below `src`. */
type Load = <T>(path: string) => Promise<T>

/** As Node runs it; the address is worked out, so that nothing bundles it with this file. */
const loadOnce: Load = <T>(path: string) => import(pathToFileURL(join(root, 'src', path)).href) as Promise<T>

/** The same as it is now: Node keeps what it has loaded once, the development server loads what has changed anew. */
const loadFrom =
  (server: ViteDevServer): Load =>
  <T>(path: string) =>
    server.ssrLoadModule(join(root, 'src', path)) as Promise<T>

async function contracts(load: Load): Promise<readonly Contract[]> {
  const names = readdirSync(featuresFolder, { withFileTypes: true })
    // A folder is there a moment before its contract.
    .filter(entry => entry.isDirectory() && existsSync(join(featuresFolder, entry.name, 'contract.ts')))
  const files = names.map(({ name }) => load<{ default: Contract }>(`features/${name}/contract.ts`))
  return (await Promise.all(files)).map(({ default: contract }) => contract)
}

/** Contracts without what pages that edit no settings have no use for. */
async function identities(load: Load) {
  const heavy = ['settings', 'endpoints', 'forms', 'words', 'asks']
  return (await contracts(load)).map(contract =>
    Object.fromEntries(Object.entries(contract).filter(([part]) => !heavy.includes(part))),
  )
}

/** By feature: what people call it, and what its settings are called. */
async function searchTerms(load: Load) {
  const { titleOf } = await load<typeof import('./src/contract.ts')>('contract.ts')
  const all = (await contracts(load)).map(({ name, words = [], settings }) => {
    // A setting may be of any type; what it is called is all that is read.
    const labels = Object.values(settings.shape).flatMap(schema => titleOf(schema as z.ZodType) ?? [])
    return [name, [...words, ...labels]] as const
  })
  return Object.fromEntries(all)
}

const features = async (load: Load) => (await load<{ features: readonly Feature[] }>('features/index.ts')).features

async function apiReference(load: Load) {
  const { describeApi } = await load<typeof import('./src/kernel/http/openapi/document.ts')>(
    'kernel/http/openapi/document.ts',
  )
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return describeApi(await features(load), { name: 'Palisade', version })
}

async function commands(load: Load) {
  const { commandList } = await load<typeof import('./src/features/general/command-list.ts')>(
    'features/general/command-list.ts',
  )
  return commandList(await features(load))
}

async function ofNewServers(load: Load) {
  return load<typeof import('./src/kernel/guilds/new-server.ts')>('kernel/guilds/new-server.ts')
}

const switches = async (load: Load) => (await ofNewServers(load)).switchesAtFirst(await features(load))
const defaults = async (load: Load) => (await ofNewServers(load)).defaultsInWords(await features(load))

/** The guides as their pages render them. */
async function guides(): Promise<readonly Guide[]> {
  return guideFiles.map(({ id, file }) => readGuide(id, readFileSync(join(root, file), 'utf8')))
}

/** Everything in the documentation that can be searched for. */
async function searchEntries(load: Load) {
  return entriesOf({
    commands: await commands(load),
    defaults: await defaults(load),
    guides: await guides(),
    api: groupCalls(await apiReference(load)),
  })
}

/** Of the one command that pages show an example of. */
const exampleCommand = async (load: Load) => (await commands(load)).find(({ name }) => name === 'ping')

async function permissions(load: Load) {
  const { askedPermissions } = await load<typeof import('./src/kernel/guilds/asked-permissions.ts')>(
    'kernel/guilds/asked-permissions.ts',
  )
  return askedPermissions(await features(load))
}

const signInErrors = async (load: Load) =>
  (await load<typeof import('./src/kernel/contract.ts')>('kernel/contract.ts')).signInErrors

const modules: Record<string, (load: Load) => Promise<unknown>> = {
  'virtual:features': identities,
  'virtual:search-terms': searchTerms,
  'virtual:api-reference': apiReference,
  'virtual:commands': commands,
  'virtual:example-command': exampleCommand,
  'virtual:switches': switches,
  'virtual:defaults': defaults,
  'virtual:guides': guides,
  'virtual:docs-search': searchEntries,
  'virtual:permissions': permissions,
  'virtual:sign-in-errors': signInErrors,
}

/** Contracts with a form that several features share, as a script: a page of one need not load all there are. */
async function sharedForms(load: Load): Promise<string> {
  const placesOf = ({ forms }: Contract) => Object.values<Form>(forms).map(({ address, flag }) => `${address} ${flag}`)
  const all = await contracts(load)
  const places = all.flatMap(placesOf)
  const isShared = (place: string) => places.indexOf(place) !== places.lastIndexOf(place)
  const names = all.filter(contract => placesOf(contract).some(isShared)).map(({ name }) => name)
  const imports = names.map(
    (name, at) => `import c${at} from ${JSON.stringify(join(featuresFolder, name, 'contract.ts'))}`,
  )
  return [...imports, `export default [${names.map((_, at) => `c${at}`).join(', ')}]`].join('\n')
}

const scripts: Record<string, (load: Load) => Promise<string>> = { 'virtual:shared-forms': sharedForms }

/**
 * What the development server keeps up with: contracts and guides. Anything else takes the whole product, seconds each
 * time, so it is as it was when the server was started.
 */
const followed: ReadonlySet<string> = new Set([
  'virtual:features',
  'virtual:search-terms',
  'virtual:guides',
  'virtual:sign-in-errors',
  'virtual:shared-forms',
])

/** What a module is as text; undefined where it is none of these. */
async function textOf(id: string, load: Load): Promise<string | undefined> {
  const script = scripts[id]
  if (script) return script(load)
  const make = modules[id]
  // As text in text it is parsed faster than as a script.
  return make && `export default JSON.parse(${JSON.stringify(JSON.stringify(await make(load)))})`
}

/** Has pages load anew what has become something else, whenever a source of the product or a guide changes. */
function followSources(server: ViteDevServer, load: Load, shown: ReadonlyMap<string, string>): void {
  const { ssr, client } = server.environments
  const compare = async () => {
    for (const [id, text] of shown) {
      if ((await textOf(id, load)) === text) continue
      const module = client.moduleGraph.getModuleById(`\0${id}`)
      if (module) client.moduleGraph.invalidateModule(module)
      client.hot.send({ type: 'full-reload' })
    }
  }
  let comparing = Promise.resolve()
  const sources = ['src', 'docs'].map(folder => join(root, folder))
  server.watcher.add(sources)
  server.watcher.on('all', (_event, path) => {
    if (!sources.some(folder => path.startsWith(`${folder}${sep}`))) return
    ssr.moduleGraph.onFileChange(normalizePath(path))
    // What is half written is compared again with the next change.
    comparing = comparing.then(compare).catch((error: unknown) => server.config.logger.warn(String(error)))
  })
}

/**
 * What the public pages say of features, commands and calls, written into them when they are built: they need no
 * running product for it, and load a fraction of what its answers weigh. See `web/virtual.d.ts`.
 * @param options.follows false where nothing changes while it runs
 */
export function fromContracts({ follows = true } = {}): Plugin {
  let load = loadOnce
  const shown = new Map<string, string>()
  return {
    name: 'from-contracts',
    configureServer(server) {
      if (!follows) return
      load = loadFrom(server)
      followSources(server, load, shown)
    },
    resolveId: id => (id in modules || id in scripts ? `\0${id}` : undefined),
    async load(id) {
      const name = id.startsWith('\0') ? id.slice(1) : ''
      if (!followed.has(name)) return textOf(name, loadOnce)
      const text = await textOf(name, load)
      if (text !== undefined) shown.set(name, text)
      return text
    },
  }
}
