import { features } from '#features/index.ts'
import { parseConfig } from '#kernel/config.ts'
import { StartupError } from '#kit/errors.ts'
import { createProduct } from '#kernel/kernel.ts'

/** After this a shutdown that hangs is cut off (ms). */
const shutdownLimit = 15_000
const samePressMs = 1000

function end(failure: StartupError): never {
  process.stderr.write(`${failure.message}\n`)
  process.exit(failure.exitCode)
}

async function run(): Promise<void> {
  const starting = createProduct({ config: parseConfig(process.env), features })
  let ending = false
  const shutDown = async (exitCode: number) => {
    if (ending) return
    ending = true
    // One Ctrl-C may arrive several times, from the terminal and from whoever started us; a later one means at once.
    setTimeout(() => process.on('SIGINT', () => process.exit(1)), samePressMs).unref()
    setTimeout(() => process.exit(1), shutdownLimit).unref()
    // Asked to end while it still starts, it finishes starting first; a failed start is told below.
    const product = await starting
    await product.close()
    process.exit(exitCode)
  }
  process.on('SIGINT', () => void shutDown(0))
  process.on('SIGTERM', () => void shutDown(0))

  const product = await starting
  const { log } = product.services
  process.on('unhandledRejection', err => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', err => {
    log.fatal({ err }, 'uncaught exception')
    void shutDown(1)
  })
  const failure = await product.lost
  log.fatal({ reason: failure.message }, 'connection lost for good')
  await product.close()
  end(failure)
}

try {
  await run()
} catch (error) {
  if (error instanceof StartupError) end(error)
  throw error
}
