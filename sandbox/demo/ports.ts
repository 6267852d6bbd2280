import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * @param wanted 0 for any free port
 * @returns a port of this machine that is free right now; undefined when the wanted one is taken
 */
export async function freePort(wanted: number): Promise<number | undefined> {
  const probe = createServer()
  try {
    const listening = once(probe, 'listening')
    probe.listen(wanted, '127.0.0.1')
    await listening
    const address = probe.address()
    return typeof address === 'object' && address ? address.port : undefined
  } catch {
    return undefined
  } finally {
    probe.close()
  }
}

/**
 * Reads a port from the environment; `usual` if the variable is not set. @throws Error with a readable message when it
 * is not a port
 */
export function portFrom(environment: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = environment[name]
  if (text === undefined || text === '') return usual
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port from 0 to 65535; 0 takes a free one. It is '${text}'.`)
  return port
}

/**
 * @returns the port that a variable names, or the usual one, or a free one for 0
 * @throws Error with a readable message when it is not a port, or is taken
 */
export async function takePort(environment: NodeJS.ProcessEnv, name: string, usual: number): Promise<number> {
  const wanted = portFrom(environment, name, usual)
  const port = await freePort(wanted)
  if (port === undefined)
    throw new Error(`Port ${wanted} is taken. Set ${name} to another one, or to 0 for any that is free.`)
  return port
}
