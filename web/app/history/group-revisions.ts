import type { RevisionItem } from '#kernel/history/contract.ts'

/** One entry of a list: a change, or all that were made at once. */
export type RevisionOrGroup = RevisionItem | { many: NonNullable<RevisionItem['many']>; revisions: RevisionItem[] }

/** Groups changes that were made in one go; a single change stays as it is. */
export function groupRevisions(all: readonly RevisionItem[]): RevisionOrGroup[] {
  const found: RevisionOrGroup[] = []
  for (const revision of all) {
    const { many } = revision
    const last = found.at(-1)
    if (many && last && 'revisions' in last && last.many.id === many.id) last.revisions.push(revision)
    else found.push(many ? { many, revisions: [revision] } : revision)
  }
  return found
}
