import { defineConfig } from 'vitest/config'
import { fromContracts } from './from-contracts.ts'
import { ChangedFirst } from './test/changed-first.ts'
import { longTestsElsewhere } from './test/long-tests.ts'

const root = import.meta.dirname

/** The same in each project, whether it needs them or not: what one of them has transformed the others need not. */
const plugins = () => [fromContracts({ follows: false })]

/** Ends what hangs (ms). Nothing here measures time, so a busy machine must not fail a test. */
const testTimeout = 180_000

/** The same for `expect.poll`. */
const expectation = { poll: { timeout: 60_000 } }

/** Files at once on two cores: many tests wait, for a connection, a timer or another process. */
const maxWorkers = 4

/**
 * A harness is 12 MB that are soon garbage: with V8's own small beginnings, a tenth of a processor's time went into
 * tidying up. Two cores have no third for a collector of its own.
 */
const execArgv = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--initial-old-space-size=1024',
  '--single-threaded-gc',
]

/** Browsers first, then processes, then the many short files, so that both cores are busy to the end. */
export default defineConfig(({ mode }) => ({
  root,
  test: {
    sequence: { sequencer: ChangedFirst },
    tags: [{ name: 'long', description: 'among the quick tests only where something has changed' }],
    coverage: { include: ['src/**/*.ts', 'sandbox/**/*.ts'], reporter: ['text-summary', 'html'] },
    projects: [
      {
        root,
        plugins: plugins(),
        test: {
          name: 'unit and wire',
          include: ['{src,web,sandbox,test}/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/process/**', ...(mode === 'quick' ? longTestsElsewhere() : [])],
          // Loading discord.js for each file anew took half of the time. No test may replace a module or leave state in
          // one.
          isolate: false,
          maxWorkers,
          execArgv,
          expect: expectation,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        root,
        plugins: plugins(),
        test: {
          name: 'processes',
          include: ['test/process/**/*.test.ts'],
          isolate: false,
          maxWorkers,
          execArgv,
          expect: expectation,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        root,
        plugins: plugins(),
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/build.ts'],
          // Each would load the product anew, and start a browser.
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
          maxWorkers,
          execArgv,
          expect: expectation,
        },
      },
    ],
  },
}))
