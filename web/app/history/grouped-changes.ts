import type { RevisionItem } from '#kernel/history/contract.ts'

/** One entry of a list: a change, or all that were made at once. */
export type Together = RevisionItem | { many: NonNullable<RevisionItem['many']>; those: RevisionItem[] }

/** Groups changes that were made in one go; a single change stays as it is. */
export function together(revisions: readonly RevisionItem[]): Together[] {
  const found: Together[] = []
  for (const revision of revisions) {
    const { many } = revision
    const last = found.at(-1)
    if (many && last && 'those' in last && last.many.id === many.id) last.those.push(revision)
    else found.push(many ? { many, those: [revision] } : revision)
  }
  return found
}
