import type { DocumentCheck } from './check.ts'

export const readDocument = (_file: string): DocumentCheck | undefined => undefined
