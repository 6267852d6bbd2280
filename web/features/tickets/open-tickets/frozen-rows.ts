interface Row {
  id: number
}

/**
 * The rows to show while somebody has the pointer or the focus in a list: those that were there, in their order and
 * with their current content; new rows wait.
 * @param held the ids of the rows when somebody entered the list; undefined while nobody is in it
 */
export function frozenRows<R extends Row>(
  rows: readonly R[],
  held: readonly number[] | undefined,
): { shown: readonly R[]; waiting: number } {
  if (!held) return { shown: rows, waiting: 0 }
  const byId = new Map(rows.map(row => [row.id, row]))
  return {
    shown: held.flatMap(id => byId.get(id) ?? []),
    waiting: rows.filter(({ id }) => !held.includes(id)).length,
  }
}
