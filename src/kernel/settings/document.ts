import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { fieldSentences, joined, sentenceFor } from '#kit/validation-messages.ts'
import { UserError } from '#kit/errors.ts'

export type Document = Record<string, unknown>

/** Freezes a value at every depth. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/**
 * Reads a stored document with today's schema: defaults replace keys that are missing or that the schema no longer
 * accepts.
 */
export function readDocument(schema: z.ZodObject, stored: Document): { document: Document; dropped: string[] } {
  const parsed = schema.safeParse(stored)
  if (parsed.success) return { document: parsed.data, dropped: [] }
  const dropped = [...new Set(parsed.error.issues.map(issue => String(issue.path[0])))]
  const kept = Object.fromEntries(Object.entries(stored).filter(([key]) => !dropped.includes(key)))
  const again = schema.safeParse(kept)
  return { document: again.success ? again.data : schema.parse({}), dropped }
}

export const invalid = (fields: Record<string, string>) =>
  new UserError('settings.invalid', joined(fields), 400, fields)

/**
 * Merges a patch into a document. @throws UserError 'settings.invalid' when the result is invalid or the patch has an
 * unknown key
 */
export function mergeDocument(schema: z.ZodObject, before: Document, patch: Document): Document {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const parsed = schema.strict().safeParse({ ...before, ...given }, { error: sentenceFor(schema) })
  if (parsed.success) return parsed.data
  throw invalid(fieldSentences(parsed.error))
}

/** Returns [before, after] of every top-level key that differs, by key. */
export function changesBetween(before: Document, after: Document): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([key, value]) => !isDeepStrictEqual(before[key], value))
      .map(([key, value]) => [key, [before[key], value]]),
  )
}
