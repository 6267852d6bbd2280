import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { scratch } from './scratch.ts'

/** Whether the tests run as root, who must not be led out of somebody else's folder. */
export const isRoot = process.getuid?.() === 0

/** The id of the user that the bot would run as. */
export const botUser = 65_534

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(scratch, 'palisade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Gives a folder and everything in it to the bot's user if the tests run as root. */
export function giveToBot(folder: string): void {
  if (!isRoot) return
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), botUser, botUser)
}

/** Makes an empty database in a folder. */
export const makeDatabase = (folder: string): void =>
  closeDatabase(openDatabase({ dataDir: folder, log: pino({ level: 'silent' }) }))

/** What work returns, or what it is refused with. */
export function outcomeOf(work: () => unknown): string {
  try {
    return String(work())
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
