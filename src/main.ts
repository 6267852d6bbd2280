import { features } from '#features/index.ts'
import { runStorageCommand } from '#kernel/backups/command.ts'
import { type Config, misnamedVariables, parseConfig, secretsOf } from '#kernel/config.ts'
import { answerWithRefusal, isPermanent } from '#kernel/http/refusal.ts'
import { createProduct } from '#kernel/kernel.ts'
import { createLog, holdLines } from '#kernel/log.ts'
import { demandAnsweringFolder } from '#kernel/storage/answering-folder.ts'
import { growWhenBusy } from '#kernel/young-generation.ts'
import { StartupError } from '#kit/errors.ts'

/** A shutdown that takes longer than this (ms) is cut off. */
const shutdownLimit = 15_000
const samePressMs = 1000
let ending = false
const { promise, resolve: tellReady } = Promise.withResolvers<void>()

/** Fulfilled once the product is ready; stays pending if it never is. */
export const ready = promise

function end(failure: StartupError): never {
  process.stderr.write(`${failure.message}\n`)
  process.exit(failure.exitCode)
}

/**
 * Called once everything is closed. Exits; or, if a restart would only repeat a permanent refusal, stays up without
 * signing in again.
 */
async function refused(failure: StartupError, config: Config): Promise<void> {
  if (ending || config.onRefusal === 'exit' || !isPermanent(failure)) end(failure)
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(failure.exitCode))
  process.stderr.write(`${failure.message} Waiting for a restart.\n`)
  await answerWithRefusal(config.http, failure.message)
}

async function run(config: Config): Promise<void> {
  const lines = holdLines()
  if (/^(debug|trace)$/.test(config.logLevel)) lines.release()
  const log = createLog(config.logLevel, secretsOf(config), lines.stream)
  for (const sentence of misnamedVariables(process.env)) log.warn(sentence)
  const starting = demandAnsweringFolder(config.dataDir).then(() =>
    createProduct({ config, features, log, asksPortal: true }),
  )
  starting.then(lines.release, (error: unknown) => (error instanceof StartupError ? lines.drop() : lines.release()))
  const shutDown = async (exitCode: number) => {
    if (ending) return
    ending = true
    // One Ctrl-C may arrive several times, from the terminal and from the parent process; a later one means "exit at
    // once".
    setTimeout(() => process.on('SIGINT', () => process.exit(1)), samePressMs).unref()
    setTimeout(() => process.exit(1), shutdownLimit).unref()
    // If asked to end while still starting, it finishes starting first; a failed start is reported below.
    const product = await starting.catch(() => undefined)
    if (!product) return
    await product.close()
    process.exit(exitCode)
  }
  process.on('SIGINT', () => void shutDown(0))
  process.on('SIGTERM', () => void shutDown(0))

  const product = await starting
  tellReady()
  growWhenBusy()
  process.on('unhandledRejection', err => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', err => {
    log.fatal({ err }, 'uncaught exception')
    void shutDown(1)
  })
  const failure = await product.lost
  log.fatal({ reason: failure.message }, 'connection lost for good')
  await product.close()
  await refused(failure, config)
}

async function main(): Promise<void> {
  const config = parseConfig(process.env)
  try {
    await run(config)
  } catch (error) {
    if (error instanceof StartupError) await refused(error, config)
    else throw error
  }
}

/** The module itself does not await it: the bundle's files are scripts, which cannot use top-level await. */
async function begin(): Promise<void> {
  try {
    if (!runStorageCommand(process.argv.slice(2), process.env)) await main()
  } catch (error) {
    if (error instanceof StartupError) end(error)
    throw error
  }
}

void begin()
