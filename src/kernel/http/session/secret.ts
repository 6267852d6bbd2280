import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'

/**
 * The secret that signs session cookies and seals what they keep: `SESSION_SECRET`, else one made once in the data
 * folder, readable by this user alone.
 * @throws StartupError when the file there was cut short
 */
export function sessionSecret(config: Pick<Config, 'sessionSecret' | 'dataDir'>): string {
  if (config.sessionSecret !== undefined) return config.sessionSecret
  const file = join(config.dataDir, 'session-secret')
  try {
    const stored = readFileSync(file, 'utf8').trim()
    if (stored.length >= 32) return stored
    throw new StartupError(
      exitCodes.dataFolder,
      `The session secret in ${file} is damaged. Delete the file; everybody then signs in once more.`,
    )
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const made = randomBytes(32).toString('base64url')
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
  return made
}
