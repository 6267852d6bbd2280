import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Database, Services } from '#kernel/feature.ts'
import { translated } from './table.ts'

/**
 * How long translations are remembered (ms): nobody scrolls further back to react, and a second translation would do no
 * harm.
 */
const retentionMs = 30 * 24 * 60 * 60_000

/** Claims the languages that this message has not been translated into yet. @returns the claimed ones */
export function claim(
  { db, now }: Services,
  guildId: string,
  messageId: string,
  languages: readonly string[],
): string[] {
  if (languages.length === 0) return []
  return db
    .insert(translated)
    .values(languages.map(language => ({ guildId, messageId, language, at: now() })))
    .onConflictDoNothing()
    .returning({ language: translated.language })
    .all()
    .map(({ language }) => language)
}

/** Releases claimed languages after a failed translation. */
export function release(db: Database, guildId: string, messageId: string, languages: readonly string[]): void {
  const { guildId: inGuild, messageId: message, language } = translated
  db.delete(translated)
    .where(and(eq(inGuild, guildId), eq(message, messageId), inArray(language, [...languages])))
    .run()
}

export const deleteExpired = ({ db, now }: Services) =>
  db
    .delete(translated)
    .where(lt(translated.at, now() - retentionMs))
    .run()
