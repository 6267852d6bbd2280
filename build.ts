import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { asFunction } from './as-function.ts'
import { inAscii } from './ascii.ts'
import { isFresh } from './bundle.ts'

if (process.argv.includes('--if-old') && isFresh()) process.exit()

/** What discord.js uses when somebody has installed it, and does without otherwise. */
const optional = ['zlib-sync', 'bufferutil', 'utf-8-validate', 'pino-pretty']
/** What loads further files by itself: machine code, and the worker that prints logs. */
const packages = ['better-sqlite3', 'pino', '@napi-rs/canvas']
/** What cards are drawn with, read as files. */
const pictures = [
  '@twemoji/svg',
  ...['geist', ...['', '-arabic', '-hebrew', '-thai', '-kr', '-sc'].map(writing => `noto-sans${writing}`)].map(
    name => `@fontsource-variable/${name}`,
  ),
]
const root = import.meta.dirname
const outDir = join(root, 'dist/server')

// Without comments and blanks there is less to read and keep; names stay, for stack traces and for those who ask.
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const

/** What libraries load before anybody needs it, in their own words, and what they get instead. */
const hasty = [
  // Node has both, and loads its own fetch to say so: 20 ms.
  { file: /@discordjs\/rest\/dist\/index\.js$/, text: 'globalThis.FormData ??= import_undici2.FormData;', instead: '' },
  {
    file: /@discordjs\/rest\/dist\/index\.js$/,
    text: 'res instanceof Response ? res.clone()',
    instead: '"clone" in res ? res.clone()',
  },
  // A copy of it for browsers, 130 kB.
  {
    file: /async_event_emitter\/dist\/index\.cjs$/,
    text: 'var import_inspect = __toESM(require_inspect(), 1);',
    instead: 'var import_inspect = { default: require("node:util") };',
  },
  // What fastify checks and writes JSON with by JSON schemas, of which there are none: 600 kB, 40 ms of CPU.
  ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'].map(name => ({
    file: /fastify\/lib\/schema-controller\.js$/,
    text: `require('${name}')`,
    instead: '(() => () => { throw new Error("there are no JSON schemas") })',
  })),
]

/**
 * What the library does several times for each message, and what it comes to with a client that makes no channels of events
 * (no partials of channels) and asks for no compression, as ours does not: the channel, the server and the member are looked
 * up.
 */
const roundabout = [
  // The whole message was copied, twice, and its channel looked up by its id all the same.
  {
    file: /discord\.js\/src\/client\/actions\/Action\.js$/,
    text: 'this.getPayload({ ...data, ...payloadData }, this.client.channels, id, Partials.Channel)',
    instead: `(this.client.options.partials.includes(Partials.Channel)
        ? this.getPayload({ ...data, ...payloadData }, this.client.channels, id, Partials.Channel)
        : this.client.channels.cache.get(id))`,
  },
  {
    file: /discord\.js\/src\/client\/actions\/MessageCreate\.js$/,
    text: 'const channel = this.getChannel({',
    instead: 'const channel = client.channels.cache.get(data.channel_id) ?? this.getChannel({',
  },
  // Whether an id is a server, a channel, a member or an invite was asked each time.
  {
    file: /discord\.js\/src\/structures\/Message\.js$/,
    text: 'return this.client.guilds.resolve(this.guildId) ?? this.channel?.guild ?? null;',
    instead: 'return this.client.guilds.cache.get(this.guildId) ?? this.channel?.guild ?? null;',
  },
  {
    file: /discord\.js\/src\/structures\/Message\.js$/,
    text: 'return this.guild?.members.resolve(this.author) ?? null;',
    instead: 'return (this.author && this.guild?.members.cache.get(this.author.id)) ?? null;',
  },
  // A promise for each frame, though only compressed ones take time to read, and none are.
  {
    file: /@discordjs\/ws\/dist\/index\.js$/,
    text: 'const payload = await this.unpackMessage(data, isBinary);',
    instead: `let payload = null;
    if (isBinary) payload = await this.unpackMessage(data, isBinary);
    else try { payload = JSON.parse(data); } catch {}`,
  },
]
const importsOfNode = /\bimport\s*(\{[^}]*\})\s*from\s*("node:[\w/]+");/g

/** @throws Error where files import each other: one of them would run before what it needs */
function refuseCircles(files: Rolldown.OutputBundle): void {
  const done = new Set<string>()
  const follow = (name: string, path: readonly string[]) => {
    if (path.includes(name)) throw new Error(`files import each other: ${[...path, name].join(' > ')}`)
    const file = files[name]
    if (file?.type === 'chunk' && !done.has(name)) for (const next of file.imports) follow(next, [...path, name])
    done.add(name)
  }
  for (const name of Object.keys(files)) follow(name, [])
}

/** Makes the bundle quick to load. */
const quickToLoad: Plugin = {
  name: 'quick-to-load',
  transform(code, id) {
    const own = [...hasty, ...roundabout].filter(({ file }) => file.test(id))
    if (own.length === 0) return undefined
    const missing = own.find(({ text }) => !code.includes(text))
    if (missing) throw new Error(`${id} no longer says ${missing.text}`)
    return { code: own.reduce((text, one) => text.replace(one.text, () => one.instead), code), map: null }
  },
  generateBundle({ format }, files) {
    refuseCircles(files)
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      // An import reads every name of a module: one of fs's makes Node load its streams, one of http's its own fetch.
      const code = file.code.replace(
        importsOfNode,
        (_found, names: string, module: string) =>
          `const${names.replace(/ as /g, ':')}=process.getBuiltinModule(${module});`,
      )
      if (/from\s*"node:http"/.test(code)) throw new Error(`${file.fileName} imports node:http in another way`)
      file.code = inAscii(format === 'cjs' ? asFunction(file, code) : code)
    }
  },
}

/**
 * While V8 parses a file it needs seven times the file's size, of which the process keeps most: so there are several,
 * each with what it needs and no file before it has.
 */
const files = [
  { name: 'undici', test: /[\\/]node_modules[\\/]undici/ },
  { name: 'builders', test: /[\\/]node_modules[\\/]@discordjs[\\/]builders/ },
  { name: 'discord', test: /[\\/]node_modules[\\/]discord\.js/ },
  { name: 'fastify', test: /[\\/]node_modules[\\/]fastify/ },
  { name: 'libraries', test: /[\\/]node_modules[\\/]/ },
  { name: 'kernel', test: /[\\/]src[\\/](kit|kernel|contract)/ },
  { name: 'tickets', test: /[\\/]src[\\/]features[\\/]tickets[\\/]/ },
  { name: 'antinuke', test: /[\\/]src[\\/]features[\\/]antinuke[\\/]/ },
  { name: 'features', test: /[\\/]src[\\/]features[\\/]/ },
].map(file => ({ ...file, entriesAware: true }))

/** What both bundles have in common. */
const common = {
  configFile: false,
  plugins: [quickToLoad],
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: [...packages, ...optional] },
} as const satisfies InlineConfig

/**
 * Bundles the server into `dist/server/program.js` and a few files beside it: they are read at start instead of thousands,
 * which halves memory and time to ready. What is loaded only when it is needed (signing in, metrics) lies beside it, as do the few packages
 * that cannot be bundled, so that folder needs nothing else.
 */
await build({
  ...common,
  build: {
    ssr: 'src/main.ts',
    outDir,
    target: 'node22',
    emptyOutDir: true,
    minify: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      external: optional,
      output: {
        format: 'cjs',
        entryFileNames: 'program.js',
        chunkFileNames: '[name].js',
        minify,
        codeSplitting: { groups: files },
      },
      // discord.js has an eval for its own sharding, which is not used here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'EVAL') warn(warning)
      },
    },
  },
})

/** `dist/server/main.js`, which runs those files. */
await build({
  ...common,
  build: {
    ssr: 'src/bundled.ts',
    outDir,
    target: 'node22',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', minify } },
  },
})

/**
 * What workers run: their own program, and every task under its name below `src`. A worker reads only what its tasks
 * need.
 */
const tasks = globSync('src/**/*.task.ts', { cwd: root }).map(file => [
  relative('src', file)
    .replaceAll('\\', '/')
    .replace(/\.task\.ts$/, ''),
  join(root, file),
])
await build({
  ...common,
  build: {
    ssr: true,
    outDir: join(outDir, 'tasks'),
    license: { fileName: 'licenses.md' },
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: { host: join(root, 'src/kernel/workers/host.ts'), ...Object.fromEntries(tasks) },
      external: optional,
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js', minify },
    },
  },
})

/**
 * better-sqlite3 brings SQLite's source and machine code for every system; the image needs its own. Of fonts, the
 * upright ones without what is said about them to other tools.
 */
const unneeded = new RegExp(
  [
    String.raw`/better-sqlite3/(deps|src|prebuilds/(?!${process.platform}(musl)?-${process.arch}\.))`,
    String.raw`/@fontsource-variable/.*(italic\.woff2|/scss|\.s?css|\.ts|/README\.md|/CHANGELOG\.md)$`,
    String.raw`/canvas-[^/]+/sbom\.cdx\.json$`,
  ].join('|'),
)

/** Every package that these need, as folders, found as Node finds them. */
function closure(names: readonly string[], from: string, found = new Set<string>()): Set<string> {
  const places = createRequire(join(from, 'package.json')).resolve
  for (const name of names) {
    const folder = places
      .paths(name)
      ?.map(place => join(place, name))
      .find(existsSync)
    if (!folder) throw new Error(`${name} is not installed, needed by ${from}`)
    if (found.has(folder)) continue
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>
    closure(Object.keys(dependencies), folder, found)
    // Machine code for other systems is not installed.
    const installed = Object.keys(optionalDependencies).filter(optional =>
      existsSync(join(root, 'node_modules', optional)),
    )
    closure(installed, folder, found)
  }
  return found
}

for (const folder of closure([...packages, ...pictures], root))
  cpSync(folder, join(outDir, relative(root, folder)), {
    recursive: true,
    filter: file => !unneeded.test(file.replaceAll('\\', '/')),
  })
