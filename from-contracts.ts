import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { z } from 'zod'
import type { Contract, Form } from './src/contract.ts'
import type { Feature } from './src/kernel/feature.ts'
import { groupCalls } from './web/site/docs/api-reference.ts'
import { type Guide, guideFiles, readGuide } from './web/site/docs/guide-text.ts'
import { entriesOf } from './web/site/docs/search-entries.ts'

const root = import.meta.dirname

/** Loads a module of the product as Node runs it; the address is worked out, so that nothing bundles it with this file. */
const load = <T>(path: string): Promise<T> => import(pathToFileURL(join(root, 'src', path)).href) as Promise<T>

async function contracts(): Promise<readonly Contract[]> {
  const names = readdirSync(join(root, 'src/features'), { withFileTypes: true }).filter(entry => entry.isDirectory())
  const files = names.map(({ name }) => load<{ default: Contract }>(`features/${name}/contract.ts`))
  return (await Promise.all(files)).map(({ default: contract }) => contract)
}

/** Contracts without what pages that edit no settings have no use for. */
async function identities() {
  const heavy = ['settings', 'endpoints', 'forms', 'words', 'asks']
  return (await contracts()).map(contract =>
    Object.fromEntries(Object.entries(contract).filter(([part]) => !heavy.includes(part))),
  )
}

/** By feature: what people call it, and what its settings are called. */
async function searchTerms() {
  const { titleOf } = await load<typeof import('./src/contract.ts')>('contract.ts')
  const all = (await contracts()).map(({ name, words = [], settings }) => {
    // A setting may be of any type; what it is called is all that is read.
    const labels = Object.values(settings.shape).flatMap(schema => titleOf(schema as z.ZodType) ?? [])
    return [name, [...words, ...labels]] as const
  })
  return Object.fromEntries(all)
}

const features = async () => (await load<{ features: readonly Feature[] }>('features/index.ts')).features

async function apiReference() {
  const { describeApi } = await load<typeof import('./src/kernel/http/openapi/document.ts')>(
    'kernel/http/openapi/document.ts',
  )
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return describeApi(await features(), { name: 'Palisade', version })
}

async function commands() {
  const { commandList } = await load<typeof import('./src/features/general/command-list.ts')>(
    'features/general/command-list.ts',
  )
  return commandList(await features())
}

async function ofNewServers() {
  return load<typeof import('./src/kernel/guilds/new-server.ts')>('kernel/guilds/new-server.ts')
}

const switches = async () => (await ofNewServers()).switchesAtFirst(await features())
const defaults = async () => (await ofNewServers()).defaultsInWords(await features())

/** The guides as their pages render them. */
async function guides(): Promise<readonly Guide[]> {
  return guideFiles.map(({ id, file }) => readGuide(id, readFileSync(join(root, file), 'utf8')))
}

/** Everything in the documentation that can be searched for. */
async function searchEntries() {
  return entriesOf({
    commands: await commands(),
    defaults: await defaults(),
    guides: await guides(),
    api: groupCalls(await apiReference()),
  })
}

/** Of the one command that pages show an example of. */
const exampleCommand = async () => (await commands()).find(({ name }) => name === 'ping')

async function permissions() {
  const { askedPermissions } = await load<typeof import('./src/kernel/guilds/asked-permissions.ts')>(
    'kernel/guilds/asked-permissions.ts',
  )
  return askedPermissions(await features())
}

const signInErrors = async () =>
  (await load<typeof import('./src/kernel/contract.ts')>('kernel/contract.ts')).signInErrors

const modules: Record<string, () => Promise<unknown>> = {
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
async function sharedForms(): Promise<string> {
  const placesOf = ({ forms }: Contract) => Object.values<Form>(forms).map(({ address, flag }) => `${address} ${flag}`)
  const all = await contracts()
  const places = all.flatMap(placesOf)
  const isShared = (place: string) => places.indexOf(place) !== places.lastIndexOf(place)
  const names = all.filter(contract => placesOf(contract).some(isShared)).map(({ name }) => name)
  const imports = names.map(
    (name, at) => `import c${at} from ${JSON.stringify(join(root, 'src/features', name, 'contract.ts'))}`,
  )
  return [...imports, `export default [${names.map((_, at) => `c${at}`).join(', ')}]`].join('\n')
}

const scripts: Record<string, () => Promise<string>> = { 'virtual:shared-forms': sharedForms }

/**
 * What the public pages say of features, commands and calls, written into them when they are built: they need no
 * running product for it, and load a fraction of what its answers weigh. See `web/virtual.d.ts`.
 */
export function fromContracts(): Plugin {
  return {
    name: 'from-contracts',
    resolveId: id => (id in modules || id in scripts ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith('\0')) return undefined
      const script = scripts[id.slice(1)]
      if (script) return script()
      const make = modules[id.slice(1)]
      // As text in text it is parsed faster than as a script.
      return make && `export default JSON.parse(${JSON.stringify(JSON.stringify(await make()))})`
    },
  }
}
