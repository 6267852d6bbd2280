/** What a feature keeps as files: `const transcripts = fileKind({ name: 'tickets.transcripts', types: ['text/html'], maxBytes: 5_000_000 })`. */
export interface FileKind {
  /** '<feature>.<what>', stable: rows are found by it. */
  name: string
  /** Media types; anything else is refused. */
  types: readonly string[]
  /** What one file may have. */
  maxBytes: number
}

export const fileKind = (definition: FileKind): FileKind => definition
