import { build } from 'vite'

/** What discord.js uses when somebody has installed it, and does without otherwise. */
const optional = ['zlib-sync', 'bufferutil', 'utf-8-validate', 'pino-pretty']

/**
 * Bundles the server into `dist/server/main.js`: one file to read at start instead of thousands, which halves memory
 * and time to ready. What loads further files by itself (machine code, the worker that prints logs) stays a package.
 */
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: ['better-sqlite3', 'pino', ...optional] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist/server',
    target: 'node22',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      external: optional,
      // Without comments and blanks there is less to read and keep; names stay, for stack traces and for those who ask.
      output: {
        entryFileNames: 'main.js',
        codeSplitting: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
      // discord.js has an eval for its own sharding, which is not used here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'EVAL') warn(warning)
      },
    },
  },
})
