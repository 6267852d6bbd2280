import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'
import { secretName } from '../../storage/data-folder.ts'

const unusable = (file: string, code: string) =>
  new StartupError(
    exitCodes.dataFolder,
    `The session secret in ${file} cannot be read (${code}). It is a file that this user must be able to read; delete it, and a new one is made.`,
  )

/**
 * Returns the secret that signs session cookies and encrypts the tokens in sessions: `SESSION_SECRET`, or else one that
 * is generated once in the data folder, readable by this user alone.
 * @throws StartupError when that file was cut short or cannot be read
 */
export function sessionSecret(config: Pick<Config, 'sessionSecret' | 'dataDir'>): string {
  if (config.sessionSecret !== undefined) return config.sessionSecret
  const file = join(config.dataDir, secretName)
  try {
    const stored = readFileSync(file, 'utf8').trim()
    if (stored.length >= 32) return stored
    throw new StartupError(
      exitCodes.dataFolder,
      `The session secret in ${file} is damaged. Delete the file; everybody then has to sign in again.`,
    )
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT') throw code === '' ? error : unusable(file, code)
  }
  const made = randomBytes(32).toString('base64url')
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
  return made
}
