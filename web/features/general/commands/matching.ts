import type { CommandAccess } from '#features/general/contract.ts'

/** The commands whose name, slash path, category or needs contain `search`, in any case. */
export function matching(commands: readonly CommandAccess[], search: string): CommandAccess[] {
  const wanted = search.trim().toLowerCase()
  return commands.filter(({ title, slash, category, needs }) =>
    [title, slash ?? '', category, ...needs].some(text => text.toLowerCase().includes(wanted)),
  )
}
